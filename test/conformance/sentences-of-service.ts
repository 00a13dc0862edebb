import assert from 'node:assert/strict'
import { ICOS } from './example-release.ts'
import { ADDRESSES, COMPANIES, DETAIL, provedBy, SALE, type Scene, SESSIONS, type Sentence, USAGE } from './sentence.ts'

const SUGGEST = '/v1/autocomplete/companies'

const suggest = ({ service, customer }: Scene, query: Readonly<Record<string, string>> = { q: 'mlyn' }) =>
  service.ask({ path: SUGGEST, query, key: customer.key })

const detail = ({ service, customer }: Scene, ico: string = ICOS.living, country = 'sk') =>
  service.ask({ path: `/v1/companies/${country}/${ico}`, key: customer.key })

/** What the service does, what it costs, and what it does not promise. */
export const SERVICE: readonly Sentence[] = [
  ['it suggests companies', provedBy(COMPANIES, '200 with the companies that fit, the best first')],
  ['it suggests addresses', provedBy(ADDRESSES, '200 with a point, when a house number was typed')],
  [
    'it shows a basic detail of one company',
    provedBy(DETAIL, '200 with identity, seat, dates and provenance, in this shape and no other'),
  ],
  [
    'the countries are sk and cz',
    async (scene) => {
      for (const country of ['sk', 'cz']) assert.equal((await suggest(scene, { q: 'mlyn', country })).status, 200)
      assert.equal((await suggest(scene, { q: 'mlyn', country: 'pl' })).status, 400)
    },
  ],
  [
    'an answer says its sources, how old they are, and what they cover',
    async (scene) => {
      for (const { json } of [await suggest(scene), await detail(scene)]) {
        assert(0 < json.meta.sources.length)
        assert.equal(json.meta.data_as_of, '2026-06-08')
        assert.match(json.meta.coverage.state, /^(sample|partial|stale|complete)$/)
      }
    },
  ],
  ['accounts that are not verified may not call', provedBy(COMPANIES, '403 for an account that is not verified')],
  [
    'there is no way to register',
    async ({ service }) => assert.equal((await service.ask({ path: '/v1/accounts', body: {} })).status, 404),
  ],
  [
    'an account may use 100000 units a month unless something else was agreed',
    async ({ service, customer }) => {
      const { json } = await service.ask({ path: '/v1/me/usage', key: customer.key })
      assert.equal(json.data.allowance_units, 100_000)
    },
  ],
  [
    'all projects and keys of an account share them',
    provedBy(USAGE, '200 for all projects and keys of the account together'),
  ],
  ['a suggestion of companies costs one unit', provedBy(COMPANIES, '200 costs one unit, an empty one too')],
  ['a suggestion of addresses costs one unit', provedBy(ADDRESSES, '200 costs one unit, an empty one too')],
  ['a detail costs ten units', provedBy(DETAIL, '200 null, 10 units for a living company')],
  [
    'a session costs nothing',
    provedBy(SESSIONS, '200 with a token for fifteen minutes and the scopes for suggestions; nothing is charged'),
  ],
  ['usage costs nothing', provedBy(USAGE, '200 with what was used, what is reserved and what may be, for nothing')],
  ['an empty suggestion costs one unit too', provedBy(COMPANIES, '200 costs one unit, an empty one too')],
  [
    'a failure costs nothing',
    provedBy('src/http/hostile-requests.test.ts', 'what was answered with success was charged, and nothing else'),
  ],
  [
    'who leaves before the debit pays nothing',
    provedBy(SALE, 'nothing is charged to who has left before the debit, and the units are free again'),
  ],
  ['delivery after the debit is not promised', { because: 'it is the absence of a promise' }],
  ['a refund for the errors of others on the way is not promised', { because: 'it is the absence of a promise' }],
  [
    'at most 100 units are held back by a recovery',
    { because: 'the ledger proves it, with its own tests and its torture' },
  ],
  [
    'a suggestion has all that the page needs when one is picked',
    async (scene) => {
      const { json } = await suggest(scene)
      assert.deepEqual(Object.keys(json.data[0]), [
        'id',
        'country',
        'ico',
        'name',
        'address',
        'status',
        'url',
        'updated_at',
      ])
    },
  ],
  [
    'no persons, bank accounts or raw records are shown',
    async (scene) => assert.doesNotMatch((await detail(scene)).text, /iban|bank|person|stakeholder|raw|payload/i),
  ],
  [
    'attribution comes with every source',
    async (scene) => {
      for (const { json } of [await suggest(scene), await detail(scene)])
        for (const source of json.meta.sources) assert.equal(source.attribution, 'Example')
    },
  ],
  ['units do not carry over', { because: 'the ledger proves it: a month begins with its whole allowance' }],
]

/** The fields of the resources. Their types are checked on every reply of every test, and here what a type cannot say. */
export const RESOURCES: readonly Sentence[] = [
  ['every object is closed', { because: 'every reply of every test is checked against closed schemas' }],
  [
    'the id of a company is the same in a suggestion and in its detail',
    async (scene) => {
      const { json } = await suggest(scene, { q: 'mlyn pri' })
      assert.equal((await detail(scene)).json.data.id, json.data[0].id)
    },
  ],
  ['leading zeroes of an ICO are kept', async (scene) => assert.equal((await detail(scene)).json.data.ico, '00000001')],
  [
    'a company without an address has an empty one',
    async (scene) => {
      const { json } = await suggest(scene, { q: 'mlyn bez' })
      assert.equal(json.data.find(({ ico }: { ico: string }) => ico === ICOS.withoutAddress).address, '')
    },
  ],
  ['a dissolved company is still returned', provedBy(DETAIL, '200 dissolved, 10 units for a dissolved one')],
  [
    'a company that the source dropped is still returned',
    provedBy(DETAIL, '200 source_removed, 10 units for one that the source no longer has'),
  ],
  [
    'a withdrawn company keeps its identity',
    provedBy(DETAIL, '200 removed, 10 units for one that the operator withdrew'),
  ],
  ['a living company has no status', provedBy(DETAIL, '200 null, 10 units for a living company')],
  ['unknown values are null', provedBy(ADDRESSES, '200 with null for coordinates that the source does not have')],
  [
    'a detail has two identifiers: ico, then the source’s own',
    provedBy(DETAIL, '200 with identity, seat, dates and provenance, in this shape and no other'),
  ],
  [
    'a detail has exactly one source, and says which dataset',
    provedBy(DETAIL, '200 names the one source of the record'),
  ],
  [
    'a detail says that it cost ten units',
    async (scene) => assert.equal((await detail(scene)).json.meta.charged_units, 10),
  ],
  [
    'all fourteen components of a company’s address are there',
    async (scene) => assert.equal(Object.keys((await detail(scene)).json.data.address.components).length, 14),
  ],
  [
    'hashes of record and file are SHA-256',
    async (scene) => {
      const { record_sha256, file_sha256 } = (await detail(scene)).json.data.provenance
      assert.match(`${record_sha256} ${file_sha256}`, /^[0-9a-f]{64} [0-9a-f]{64}$/)
    },
  ],
  [
    'coordinates are WGS 84 by the name OGC:CRS84',
    provedBy(ADDRESSES, '200 with a point, when a house number was typed'),
  ],
  [
    'usage separates what is confirmed from what is not settled',
    provedBy(USAGE, '200 with what was used, what is reserved and what may be, for nothing'),
  ],
  [
    'the accounting is live',
    async ({ service, customer }) => {
      const { json } = await service.ask({ path: '/v1/me/usage', key: customer.key })
      assert.equal(json.data.accounting_status, 'live')
    },
  ],
  [
    'a request id is 32 hexadecimal digits, the same in body and header',
    { because: 'it is checked on every reply of every test' },
  ],
  [
    'no two requests have the same id',
    async (scene) =>
      assert.notEqual((await suggest(scene)).json.meta.request_id, (await suggest(scene)).json.meta.request_id),
  ],
]
