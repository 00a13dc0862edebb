import assert from 'node:assert/strict'
import { answersOf } from '../answers.ts'
import { addresses, at, companies, PATHS } from '../asking.ts'
import type { Scene } from '../scene.ts'
import { answer, invalid, type Sentences } from '../sentence.ts'

const WIDE = '\u{1d7d8}'

/** Parameters of both suggestions. */
function parametersOf(what: string, path: string, operation: typeof companies): Sentences {
  const metaOf = async (scene: Scene, query: Readonly<Record<string, string>>) =>
    (await scene.ask(operation(query))).json.meta
  const each = (name: string, ...values: readonly (string | number)[]) =>
    values.map((value) => operation({ [name]: value }))
  const wrong = (name: string, ...values: readonly (string | number)[]) => invalid(...each(name, ...values))
  /** Each of them after the question mark; `…` stands for a valid `q`. */
  const wrongQueries = (...queries: readonly string[]) =>
    invalid(...queries.map((query) => at(`${path}?${query.replace('…', 'q=mlyn')}`)))
  return {
    [`${what}: q is required`]: wrongQueries('limit=1', '', 'q', 'Q=mlyn', 'q[]=mlyn'),
    [`${what}: q has at least 2 characters`]: wrong('q', '', 'a', WIDE),
    [`${what}: q may have 2 characters`]: answer('200', ...each('q', 'ab', `${WIDE}a`, ' a', '\ufeffa', '\ufdfaa')),
    [`${what}: q has at most 120 characters`]: wrong('q', 'a'.repeat(121), `${'e\u0301'.repeat(60)}x`),
    [`${what}: q may have 120 characters`]: answer('200', ...each('q', 'a'.repeat(120), `a${WIDE.repeat(119)}`)),
    [`${what}: characters of q are code points: 120 of four bytes each, 480 bytes, are not too many`]: answer(
      '200',
      ...each('q', WIDE.repeat(120)),
    ),
    [`${what}: q has a letter or a digit`]: wrong(
      'q',
      ...['--', '--//--', '   ', '.,;:', '\u0301\u0302\u0303', '\u{1f600}\u{1f600}'],
    ),
    [`${what}: a digit or a letter alone among signs is enough`]: answer('200', ...each('q', '(1)', '-a-', 'Ⅻ.')),
    [`${what}: q may have any signs and direction marks`]: answer('200', ...each('q', 'a+b%&c=d', '\u202eab\u202c')),
    [`${what}: q has no code points that are no characters`]: wrong('q', 'ab\ufdd0', 'ab\uffff', 'ab\u{1fffe}'),
    [`${what}: q has no control characters`]: wrong('q', 'ab\0', 'a\tb', 'ab\n', 'ab\x7f', 'ab\x85'),
    [`${what}: q is UTF-8`]: wrongQueries(
      ...['q=ml%FFyn', 'q=%C0%AFab', 'q=ml%ED%A0%80', 'q=ml%C0%AFyn', 'q=mly%C4', 'q=ml%F4%90%80%80yn'],
    ),
    [`${what}: an escape is complete`]: wrongQueries('q=ml%yn', 'q=mlyn%', 'q=mlyn%4'),
    [`${what}: no pair is empty`]: wrongQueries('q=mlyn&&limit=1', 'q=mlyn&'),
    [`${what}: the country is sk or cz`]: wrong('country', 'pl', 'SK', 'sk,cz', ''),
    [`${what}: the country is sk if none is said`]: async (scene) =>
      assert.equal((await metaOf(scene, {})).country, 'sk'),
    [`${what}: the language is sk for sk if none is said`]: async (scene) =>
      assert.equal((await metaOf(scene, { country: 'sk' })).language, 'sk'),
    async [`${what}: the language may be sk, cs or en`](scene) {
      for (const lang of ['sk', 'cs', 'en']) assert.equal((await metaOf(scene, { lang })).language, lang)
    },
    [`${what}: the language is no other`]: wrong('lang', 'de', 'cz', 'EN', ''),
    async [`${what}: names and addresses are not translated`](scene) {
      const { data } = (await scene.ask(operation({ lang: 'sk' }))).json
      for (const lang of ['cs', 'en']) assert.deepEqual((await scene.ask(operation({ lang }))).json.data, data)
      assert(0 < data.length)
    },
    [`${what}: limit is a whole number`]: wrong(
      'limit',
      ...['1.5', '1e0', '1e1', '0x1', '\u0661', 'x', '', '+1', ' 1', '01'],
    ),
    [`${what}: limit is at least 1`]: wrong('limit', 0, -1),
    [`${what}: limit is at most 10`]: wrong('limit', 11, 100),
    [`${what}: limit may be 1 and may be 10`]: answer('200', ...each('limit', 1, 10)),
    async [`${what}: there are never more than the limit`](scene) {
      for (const limit of [1, 2]) {
        const { json } = await scene.ask(operation({ q: operation === companies ? 'píla' : 'vzorky', limit }))
        assert.equal(json.data.length, limit)
      }
    },
    [`${what}: unknown parameters are refused`]: wrongQueries(
      ...['page=2', 'Q=x', 'key=x', 'q[]=x', '__proto__=1', 'constructor=1'].map((pair) => `…&${pair}`),
    ),
    [`${what}: a parameter that is repeated is refused`]: wrongQueries('…&q=mlyn', '…&limit=1&limit=1', '…&%71=x'),
    async [`${what}: nothing found is an empty list and a success`](scene) {
      const { status, json } = await scene.ask(operation({ q: 'qqqqqqqq' }))
      assert.deepEqual([status, json.data], [200, []])
    },
    async [`${what}: what is asked the same way is answered the same way`](scene) {
      const first = await scene.ask(operation())
      assert.deepEqual((await scene.ask(operation())).json.data, first.json.data)
    },
  }
}

export const SUGGEST_COMPANIES: readonly Sentences[] = [
  parametersOf('companies', PATHS.companies, companies),
  {
    'companies: the default language is cs for cz': async (scene) =>
      assert.equal((await scene.ask(companies({ country: 'cz' }))).json.meta.language, 'cs'),
    async 'companies: only companies of the country are suggested'(scene) {
      for (const country of ['sk', 'cz']) {
        const { data } = (await scene.ask(companies({ country }))).json
        assert(0 < data.length)
        for (const one of data) assert.equal(one.country, country)
      }
    },
    'companies: the default limit is ten': async (scene) =>
      assert.equal((await scene.ask(companies({ q: 'píla' }))).json.data.length, 10),
    'companies: a position is refused': invalid(
      ...[{ latitude: 48, longitude: 17 }, { latitude: 48 }, { longitude: 17 }].map(companies),
    ),
  },
]

/** With a position: latitude and longitude. */
const near = (...positions: readonly (readonly [number | string, number | string])[]) =>
  positions.map(([latitude, longitude]) => addresses({ latitude, longitude }))

export const SUGGEST_ADDRESSES: readonly Sentences[] = [
  parametersOf('addresses', PATHS.addresses, addresses),
  {
    'addresses: latitude is from -90 to 90': invalid(
      ...near([90.1, 0], [-90.1, 0], ['x', 0], ['', 0], ['NaN', 0], ['Infinity', 0], ['1e999', 0], ['', '']),
    ),
    'addresses: longitude is from -180 to 180': invalid(...near([0, 180.1], [0, -180.1], [0, 'NaN'], [0, ''])),
    'addresses: the extreme values of both are accepted': answer('200', ...near([90, 180], [-90, -180], [0, 0])),
    'addresses: a coordinate is a number as JSON has it': invalid(
      ...near(['48,1', 17], ['0x10', 0], ['.5', 0], ['+48', 17]),
    ),
    'addresses: a coordinate may have an exponent and a sign': answer('200', ...near(['-0.0', '1e1'], [48.15, 17.1])),
    'addresses: a coordinate is given once': invalid(
      at(`${PATHS.addresses}?q=mlyn&latitude=48&longitude=17&latitude=48`),
    ),
    'addresses: the order of the coordinates is free': answer(
      '200',
      at(`${PATHS.addresses}?longitude=17.1&q=mlyn&latitude=48.15`),
    ),
    'addresses: latitude requires longitude': invalid(addresses({ latitude: 48 })),
    'addresses: longitude requires latitude': invalid(addresses({ longitude: 17 })),
    async 'addresses: near addresses come first'(scene) {
      const { data } = (await scene.ask(addresses({ q: 'mlynská', latitude: 48.1, longitude: 17.1 }))).json
      assert.equal(data[0].address.municipality, 'Dolné Vzorky')
    },
    async 'addresses: unknown values are null'(scene) {
      const { data } = (await scene.ask(addresses({ q: 'mlynská 7 horné vzorky' }))).json
      assert.deepEqual([data[0].address.coordinates, data[0].address.district], [null, null])
    },
    async 'addresses: coordinates equal those of the source'(scene) {
      const { coordinates } = (await scene.ask(addresses())).json.data[0].address
      assert.deepEqual(coordinates, { latitude: 48.7, longitude: 19.1, crs: 'OGC:CRS84' })
    },
    'addresses: without a position the server may estimate one from the client’s IP address': {
      because: 'the contract allows it and demands nothing; the guess has tests of its own',
    },
    async 'addresses: no two have the same id'(scene) {
      const { addresses } = await answersOf(scene)
      const ids = addresses.flatMap(({ json }) => json.data.map(({ id }: { id: string }) => id))
      const names = addresses.flatMap(({ json }) => json.data.map((one: { source: { id: string } }) => one.source.id))
      assert.equal(new Set(ids).size, new Set(names).size)
    },
  },
]
