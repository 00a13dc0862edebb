import assert from 'node:assert/strict'
import { ICOS } from '../../../src/http/testing/example-release.ts'
import { answersOf } from '../answers.ts'
import { companies, detail } from '../asking.ts'
import type { Scene } from '../scene.ts'
import { citeTest, DETAIL, type Sentence } from '../sentence.ts'
import { fieldsOf, hex32, hex64, object, oneOf, orNull, pattern, text, texts, url } from '../shape.ts'
import { inAll, sk_cz } from './resources.ts'

const DETAILS = ['details'] as const
type Thing = Readonly<Record<string, unknown>>
const data = inAll(DETAILS, ({ json }) => [json.data])
const day = pattern('a day', /^\d{4}-\d\d-\d\d$/)

/** A path inside the data. */
const at =
  (...names: readonly string[]) =>
  async (scene: Scene): Promise<readonly Thing[]> =>
    (await data(scene)).flatMap((one) => {
      let value: unknown = one
      for (const name of names) value = (value as Thing | null)?.[name]
      return value === null ? [] : [value as Thing]
    })

const CODE = { code: orNull(text), name: orNull(text), codelist: orNull(text) }

const one = async (scene: Scene, ico: string = ICOS.living) => (await scene.ask(detail(scene, ico))).json

export const DETAIL_FIELDS: readonly Sentence[] = [
  ...fieldsOf('a detail', data, {
    id: hex32,
    country: sk_cz,
    ico: pattern('eight digits', /^[0-9]{8}$/),
    name: text,
    status: orNull(oneOf('dissolved', 'source_removed', 'removed')),
    legal_status: orNull(object),
    legal_form: orNull(object),
    address: object,
    identifiers: { words: 'a list of two', is: (all) => Array.isArray(all) && all.length === 2 },
    dates: object,
    registration: object,
    url,
    provenance: object,
  }),
  ...fieldsOf('a detail’s legal form, if there is one,', at('legal_form'), CODE),
  ...fieldsOf('a detail’s address', at('address'), { formatted: orNull(text), components: object }),
  ...fieldsOf(
    'a detail has the address components of the contract',
    at('address', 'components'),
    Object.fromEntries(
      [
        ...['street', 'municipality', 'municipality_part', 'municipality_code', 'registration_number'],
        ...['evidence_number', 'orientation_number', 'orientation_letter', 'building_number', 'postal_code'],
        ...['country', 'country_code', 'address_id', 'formatted'],
      ].map((name) => [name, orNull(text)]),
    ),
  ),
  ...fieldsOf('a detail’s identifier', async (scene) => (await at('identifiers')(scene)).flat() as unknown as Thing[], {
    type: oneOf('ico', 'source_id'),
    country: sk_cz,
    value: text,
    source: oneOf('rpo', 'ares'),
  }),
  ...fieldsOf('a detail’s dates', at('dates'), { established_at: orNull(day), dissolved_at: orNull(day) }),
  ...fieldsOf('a detail’s registration', at('registration'), {
    register: orNull(object),
    office: orNull(text),
    number: orNull(text),
  }),
  ...fieldsOf('a detail’s provenance', at('provenance'), {
    source_code: text,
    dataset: text,
    source_key: text,
    revision_id: text,
    record_sha256: hex64,
    file_sha256: hex64,
    observed_at: orNull(text),
    fetched_at: orNull(text),
    source_updated_at: orNull(text),
    projection_updated_at: orNull(text),
    projection_version: text,
  }),
  ...fieldsOf(
    'a detail has the meta of the contract',
    inAll(DETAILS, ({ json }) => [json.meta]),
    {
      request_id: hex32,
      country: sk_cz,
      charged_units: oneOf(10),
      data_as_of: orNull(text),
      coverage: object,
      sources: { words: 'a list of exactly one', is: (all) => Array.isArray(all) && all.length === 1 },
      warnings: texts,
    },
  ),
  ...fieldsOf(
    'a detail has the coverage of the contract',
    inAll(DETAILS, ({ json }) => [json.meta.coverage]),
    {
      state: text,
      source_metadata_updated_at: text,
    },
  ),
  ...fieldsOf(
    'a detail has the source of the contract',
    inAll(DETAILS, ({ json }) => json.meta.sources),
    {
      code: oneOf('rpo', 'ares'),
      dataset: oneOf('rpo', 'res', 'vr'),
      url: orNull(text),
      attribution: orNull(text),
      license: orNull(text),
      license_url: orNull(text),
      notice: orNull(text),
    },
  ),
]

export const DETAIL_RULES: readonly Sentence[] = [
  ['leading zeroes of an ICO are kept', async (scene) => assert.equal((await one(scene)).data.ico, '00000001')],
  [
    'an unknown value is null and not omitted',
    async (scene) => {
      const { registration, legal_status, dates } = (await one(scene)).data
      assert.deepEqual([registration, legal_status], [{ register: null, office: null, number: null }, null])
      assert.equal(dates.dissolved_at, null)
    },
  ],
  [
    'a dissolved company is still returned, with the day of its end',
    async (scene) => {
      const { status, dates, name } = (await one(scene, ICOS.dissolved)).data
      assert.deepEqual([status, dates.dissolved_at, name], ['dissolved', '2020-02-02', 'Mlyn zaniknutý, s.r.o.'])
    },
  ],
  ['an active company has no status', async (scene) => assert.equal((await one(scene)).data.status, null)],
  [
    'a company that its source no longer lists is source_removed',
    async (scene) => assert.equal((await one(scene, ICOS.gone)).data.status, 'source_removed'),
  ],
  [
    'a company that the operator withdrew is removed',
    async (scene) => assert.equal((await one(scene, ICOS.withdrawn)).data.status, 'removed'),
  ],
  [
    'a withdrawn company keeps its identity, without address and dates',
    async (scene) => {
      const { ico, id, address, dates } = (await one(scene, ICOS.withdrawn)).data
      assert.equal(ico, ICOS.withdrawn)
      assert.match(id, /^[0-9a-f]{32}$/)
      assert.equal(address.formatted, null)
      assert.deepEqual([...new Set(Object.values(address.components))], [null])
      assert.deepEqual(dates, { established_at: null, dissolved_at: null })
    },
  ],
  [
    'the identifiers are the ICO and then the number of the source',
    async (scene) => {
      const { identifiers } = (await one(scene)).data
      assert.deepEqual(identifiers, [
        { type: 'ico', country: 'sk', value: '00000001', source: 'rpo' },
        { type: 'source_id', country: 'sk', value: '101', source: 'rpo' },
      ])
    },
  ],
  [
    'the id of a company is the same in a suggestion and in its detail',
    async (scene) => {
      const { json } = await scene.ask(companies(scene, { q: 'mlyn pri' }))
      assert.equal((await one(scene)).data.id, json.data[0].id)
    },
  ],
  [
    'the same ICO in both countries is two companies',
    async (scene) => {
      const path = `/v1/companies/cz/${ICOS.inBothCountries}`
      const czech = (await scene.ask(detail(scene, '', { path }))).json.data
      const slovak = (await one(scene, ICOS.inBothCountries)).data
      assert.deepEqual([czech.name, slovak.name], ['Mlýn český', 'Mlyn slovenský'])
      assert.notEqual(czech.id, slovak.id)
    },
  ],
  [
    'a Slovak detail comes from rpo, a Czech one from res, and from vr only if res lacks the company',
    async (scene) => {
      const { details } = await answersOf(scene)
      const seen = details.map(({ json: { data, meta } }) => {
        const [{ code, dataset }] = meta.sources
        return `${data.country} ${code} ${dataset}`
      })
      assert.deepEqual([...new Set(seen)], ['sk rpo rpo', 'cz ares res', 'cz ares vr'])
    },
  ],
  [
    'the provenance names the dataset of the source, and the source’s own key',
    async (scene) => {
      for (const { json } of (await answersOf(scene)).details) {
        const { provenance, identifiers } = json.data
        assert.equal(provenance.dataset, json.meta.sources[0].dataset)
        assert.equal(provenance.source_code, json.meta.sources[0].code)
        assert.equal(provenance.source_key, identifiers[1].value)
      }
    },
  ],
  [
    'a detail has the day of the one source that it comes from',
    async (scene) => {
      const { data_as_of, coverage } = (await one(scene)).meta
      assert.deepEqual([data_as_of, coverage.source_metadata_updated_at], ['2026-06-08', '2026-06-08'])
    },
  ],
  [
    'a detail has identity, address, form, status, dates and provenance, and no persons, bank accounts or raw records',
    async (scene) => {
      for (const { text } of (await answersOf(scene)).details)
        assert.doesNotMatch(text, /iban|bank|person|stakeholder|statutory|raw|payload|turnover/i)
    },
  ],
  ['a record whose source is unknown is not shown', citeTest(DETAIL, '503 for a record whose source is unknown')],
]
