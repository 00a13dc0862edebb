import assert from 'node:assert/strict'
import { answersOf } from '../answers.ts'
import { addresses, allAnswer, answers, companies, detail, OPERATIONS, queries, usage } from '../asking.ts'
import { CHARGE, citeTest, type Sentence } from '../sentence.ts'

/** What the service does, and what it does not do or promise. */
export const SERVICE: readonly Sentence[] = [
  [
    'the service suggests companies',
    async (scene) => {
      const { json } = await scene.ask(companies(scene, { q: 'mlyn pri' }))
      assert.equal(json.data[0].name, 'Mlyn pri moste, s.r.o.')
    },
  ],
  [
    'the service suggests addresses',
    async (scene) => {
      const { json } = await scene.ask(addresses(scene))
      assert.equal(json.data[0].name, 'Vzorová 12/3B, 99901 Horné Vzorky')
    },
  ],
  [
    'the service shows a basic detail of one company',
    async (scene) => assert.equal((await scene.ask(detail(scene))).json.data.name, 'Mlyn pri moste, s.r.o.'),
  ],
  ['the service has companies of sk and cz', allAnswer(200, queries(companies, 'country', ['sk', 'cz']))],
  [
    'the service has no other country',
    allAnswer(
      400,
      ['pl', 'at', 'SK', ''].flatMap((country) => [
        (scene) => companies(scene, { country }),
        (scene) => addresses(scene, { country }),
      ]),
      'invalid_parameter',
    ),
  ],
  [
    'a response is made from local data only: without them there is none',
    async (scene) => {
      const [{ state }] = scene.nodes
      const { release } = state
      state.release = undefined
      const { status, json } = await scene.nodes[0].ask(companies(scene))
      state.release = release
      assert.deepEqual([status, json.error.code], [503, 'data_unavailable'])
    },
  ],
  [
    'a response names its sources',
    async (scene) => {
      const { companies, addresses, details } = await answersOf(scene)
      for (const { json } of [...companies, ...addresses, ...details]) assert(0 < json.meta.sources.length)
    },
  ],
  [
    'a response has the day of its data',
    async (scene) => {
      const { companies, addresses, details } = await answersOf(scene)
      for (const { json } of [...companies, ...addresses, ...details])
        assert.match(json.meta.data_as_of, /^2026-06-0[68]$/)
    },
  ],
  [
    'a response has the coverage of its data',
    async (scene) => {
      const { companies, addresses, details } = await answersOf(scene)
      for (const { json } of [...companies, ...addresses, ...details]) assert.equal(json.meta.coverage.state, 'stale')
    },
  ],
  [
    'customers cannot register themselves',
    allAnswer(
      404,
      ['/v1/accounts', '/v1/projects', '/v1/keys', '/v1/me', '/v1/register'].map((path) => () => ({ path, body: {} })),
      'not_found',
    ),
  ],
  [
    'the service has no payment operation',
    allAnswer(
      404,
      ['/v1/payments', '/v1/invoices', '/v1/credits'].map((path) => () => ({ path })),
      'not_found',
    ),
  ],
  [
    'an account is refused until the operator has verified it',
    async (scene) => {
      const customer = await scene.newCustomer({ state: 'pending' })
      for (const operation of Object.values(OPERATIONS)) {
        const { status, json } = await scene.ask(operation({ customer }))
        assert.deepEqual([status, json.error.code], [403, 'forbidden'])
      }
    },
  ],
  [
    'a suggested company has all that a page needs after it is selected',
    async (scene) => {
      const { json } = await scene.ask(companies(scene, { q: 'mlyn pri' }))
      const { name, address, ico, url } = json.data[0]
      assert.deepEqual(
        [name, address, ico, url],
        [
          'Mlyn pri moste, s.r.o.',
          'Horné Vzorky, 99901 Horné Vzorky',
          '00000001',
          'https://rpo.statistics.sk/new/organization/101/withHistory',
        ],
      )
    },
  ],
  [
    'a suggested address has all that a page needs after it is selected',
    async (scene) => {
      const { street, registration_number, orientation_number, orientation_letter, postal_code, municipality } = (
        await scene.ask(addresses(scene))
      ).json.data[0].address
      assert.deepEqual(
        [street, registration_number, orientation_number, orientation_letter, postal_code, municipality],
        ['Vzorová', '12', '3', 'B', '99901', 'Horné Vzorky'],
      )
    },
  ],
  [
    'no response has persons, bank accounts, raw records or amounts of money',
    async (scene) => {
      const { companies, addresses, details } = await answersOf(scene)
      for (const { text } of [...companies, ...addresses, ...details])
        assert.doesNotMatch(text, /iban|bank|vat_|person|stakeholder|raw|payload|financ|turnover/i)
    },
  ],
  [
    'attribution comes with every source',
    async (scene) => {
      const { companies, addresses, details } = await answersOf(scene)
      for (const { json } of [...companies, ...addresses, ...details])
        for (const source of json.meta.sources) assert.equal(source.attribution, 'Example')
    },
  ],
  [
    'attribution comes with every suggested address',
    async (scene) => {
      for (const { json } of (await answersOf(scene)).addresses)
        for (const one of json.data) assert.equal(one.source.attribution, 'Example')
    },
  ],
  [
    'every source has its licence and the licence’s URL',
    async (scene) => {
      const { companies, details } = await answersOf(scene)
      for (const { json } of [...companies, ...details])
        for (const { license, license_url } of json.meta.sources)
          assert.deepEqual([license, license_url], ['CC BY 4.0', 'https://example.org/license'])
    },
  ],
  [
    'every path has the version',
    allAnswer(404, [() => ({ path: '/v2/me/usage' }), () => ({ path: '/me/usage' })], 'not_found'),
  ],
  ['the paths begin with /v1', answers(200, (scene) => usage(scene))],
  [
    'a client that disconnects before the charge pays nothing',
    citeTest(CHARGE, 'a client that closes the connection while its charge waits is not charged, and gets no answer'),
  ],
  [
    'the contract does not promise that a response arrives after its charge',
    { because: 'it is the absence of a promise' },
  ],
  [
    'the contract does not promise a refund for errors of intermediaries',
    { because: 'it is the absence of a promise' },
  ],
]
