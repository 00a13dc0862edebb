import assert from 'node:assert/strict'
import { answersOf } from '../answers.ts'
import { addresses, allAnswer, answers, companies, PATHS, queries } from '../asking.ts'
import type { Scene } from '../scene.ts'
import type { Sentence } from '../sentence.ts'

type Suggest = typeof companies

const wrong = (operation: Suggest, name: string, values: readonly (string | number)[]) =>
  allAnswer(400, queries(operation, name, values), 'invalid_parameter')

const raw =
  (path: string, query: string) =>
  ({ customer }: Scene) => ({ path: `${path}?${query}`, key: customer.key })

/** Parameters of both suggestions. */
function parametersOf(what: string, path: string, operation: Suggest): Sentence[] {
  const metaOf = async (scene: Scene, query: Readonly<Record<string, string>>) =>
    (await scene.ask(operation(scene, query))).json.meta
  return [
    [`${what}: q is required`, answers(400, raw(path, 'limit=1'), 'invalid_parameter')],
    [`${what}: q has at least 2 characters`, wrong(operation, 'q', ['', 'a', '\u{1d7d8}'])],
    [`${what}: q may have 2 characters`, allAnswer(200, queries(operation, 'q', ['ab', '\u{1d7d8}a']))],
    [`${what}: q has at most 120 characters`, wrong(operation, 'q', ['a'.repeat(121)])],
    [`${what}: q may have 120 characters`, answers(200, (scene) => operation(scene, { q: 'a'.repeat(120) }))],
    [
      `${what}: characters of q are code points: 120 of four bytes each, 480 bytes, are not too many`,
      answers(200, (scene) => operation(scene, { q: `${'\u{1d7d8}'.repeat(120)}` })),
    ],
    [
      `${what}: q has a letter or a digit`,
      wrong(operation, 'q', ['--', '   ', '.,;:', '\u0301\u0302', '\u{1f600}\u{1f600}']),
    ],
    [`${what}: a digit alone is enough`, answers(200, (scene) => operation(scene, { q: '(1)' }))],
    [
      `${what}: q is UTF-8`,
      allAnswer(
        400,
        ['q=ml%FFyn', 'q=%C0%AFab', 'q=ml%ED%A0%80'].map((query) => raw(path, query)),
        'invalid_parameter',
      ),
    ],
    [`${what}: the country is sk or cz`, wrong(operation, 'country', ['pl', 'SK', 'sk,cz', ''])],
    [
      `${what}: the country is sk if none is said`,
      async (scene) => assert.equal((await metaOf(scene, {})).country, 'sk'),
    ],
    [
      `${what}: the language is sk for sk if none is said`,
      async (scene) => assert.equal((await metaOf(scene, { country: 'sk' })).language, 'sk'),
    ],
    [
      `${what}: the language may be sk, cs or en`,
      async (scene) => {
        for (const lang of ['sk', 'cs', 'en']) assert.equal((await metaOf(scene, { lang })).language, lang)
      },
    ],
    [`${what}: the language is no other`, wrong(operation, 'lang', ['de', 'cz', 'EN', ''])],
    [
      `${what}: names and addresses are not translated`,
      async (scene) => {
        const { data } = (await scene.ask(operation(scene, { lang: 'sk' }))).json
        for (const lang of ['cs', 'en']) assert.deepEqual((await scene.ask(operation(scene, { lang }))).json.data, data)
        assert(0 < data.length)
      },
    ],
    [`${what}: limit is a whole number`, wrong(operation, 'limit', ['1.5', '1e0', 'x', '', '+1', '01'])],
    [`${what}: limit is at least 1`, wrong(operation, 'limit', [0, -1])],
    [`${what}: limit is at most 10`, wrong(operation, 'limit', [11, 100])],
    [`${what}: limit may be 1 and may be 10`, allAnswer(200, queries(operation, 'limit', [1, 10]))],
    [
      `${what}: there are never more than the limit`,
      async (scene) => {
        for (const limit of [1, 2]) {
          const { json } = await scene.ask(operation(scene, { q: operation === companies ? 'píla' : 'vzorky', limit }))
          assert.equal(json.data.length, limit)
        }
      },
    ],
    [
      `${what}: unknown parameters are refused`,
      allAnswer(
        400,
        ['page=2', 'Q=x', 'key=x', 'q[]=x', '__proto__=1'].map((query) => raw(path, `q=mlyn&${query}`)),
        'invalid_parameter',
      ),
    ],
    [
      `${what}: a parameter that is repeated is refused`,
      allAnswer(
        400,
        ['q=mlyn&q=mlyn', 'q=mlyn&limit=1&limit=1', 'q=mlyn&%71=x'].map((query) => raw(path, query)),
        'invalid_parameter',
      ),
    ],
    [
      `${what}: nothing found is an empty list and a success`,
      async (scene) => {
        const { status, json } = await scene.ask(operation(scene, { q: 'qqqqqqqq' }))
        assert.deepEqual([status, json.data], [200, []])
      },
    ],
    [
      `${what}: what is asked the same way is answered the same way`,
      async (scene) => {
        const first = await scene.ask(operation(scene))
        assert.deepEqual((await scene.ask(operation(scene))).json.data, first.json.data)
      },
    ],
  ]
}

export const SUGGEST_COMPANIES: readonly Sentence[] = [
  ...parametersOf('companies', PATHS.companies, companies),
  [
    'companies: the default language is cs for cz',
    async (scene) => assert.equal((await scene.ask(companies(scene, { country: 'cz' }))).json.meta.language, 'cs'),
  ],
  [
    'companies: only companies of the country are suggested',
    async (scene) => {
      for (const country of ['sk', 'cz']) {
        const { data } = (await scene.ask(companies(scene, { country }))).json
        assert(0 < data.length)
        for (const one of data) assert.equal(one.country, country)
      }
    },
  ],
  [
    'companies: the default limit is ten',
    async (scene) => assert.equal((await scene.ask(companies(scene, { q: 'píla' }))).json.data.length, 10),
  ],
  [
    'companies: a position is refused',
    allAnswer(
      400,
      ['latitude=48&longitude=17', 'latitude=48', 'longitude=17'].map((query) =>
        raw(PATHS.companies, `q=mlyn&${query}`),
      ),
      'invalid_parameter',
    ),
  ],
]

const near = (latitude: number | string, longitude: number | string) => (scene: Scene) =>
  addresses(scene, { latitude, longitude })

export const SUGGEST_ADDRESSES: readonly Sentence[] = [
  ...parametersOf('addresses', PATHS.addresses, addresses),
  [
    'addresses: latitude is from -90 to 90',
    allAnswer(400, [near(90.1, 0), near(-90.1, 0), near('x', 0), near('', 0)], 'invalid_parameter'),
  ],
  [
    'addresses: longitude is from -180 to 180',
    allAnswer(400, [near(0, 180.1), near(0, -180.1), near(0, 'NaN'), near(0, '')], 'invalid_parameter'),
  ],
  ['addresses: the extreme values of both are accepted', allAnswer(200, [near(90, 180), near(-90, -180), near(0, 0)])],
  [
    'addresses: latitude requires longitude',
    answers(400, (scene) => addresses(scene, { latitude: 48 }), 'invalid_parameter'),
  ],
  [
    'addresses: longitude requires latitude',
    answers(400, (scene) => addresses(scene, { longitude: 17 }), 'invalid_parameter'),
  ],
  [
    'addresses: near addresses come first',
    async (scene) => {
      const { data } = (await scene.ask(addresses(scene, { q: 'mlynská', latitude: 48.1, longitude: 17.1 }))).json
      assert.equal(data[0].address.municipality, 'Dolné Vzorky')
    },
  ],
  [
    'addresses: unknown values are null',
    async (scene) => {
      const { data } = (await scene.ask(addresses(scene, { q: 'mlynská 7 horné vzorky' }))).json
      assert.deepEqual([data[0].address.coordinates, data[0].address.district], [null, null])
    },
  ],
  [
    'addresses: coordinates equal those of the source',
    async (scene) => {
      const { coordinates } = (await scene.ask(addresses(scene))).json.data[0].address
      assert.deepEqual(coordinates, { latitude: 48.7, longitude: 19.1, crs: 'OGC:CRS84' })
    },
  ],
  [
    'addresses: without a position the server may estimate one from the client’s IP address',
    { because: 'the contract allows it and demands nothing; the guess has tests of its own' },
  ],
  [
    'addresses: no two have the same id',
    async (scene) => {
      const { addresses } = await answersOf(scene)
      const ids = addresses.flatMap(({ json }) => json.data.map(({ id }: { id: string }) => id))
      const names = addresses.flatMap(({ json }) => json.data.map((one: { source: { id: string } }) => one.source.id))
      assert.equal(new Set(ids).size, new Set(names).size)
    },
  ],
]
