import assert from 'node:assert/strict'
import type { ReleaseParts } from '../../../src/http/served-release.ts'
import { ICOS } from '../../../src/http/testing/example-release.ts'
import { answersOf } from '../answers.ts'
import { charges, companies, detail } from '../asking.ts'
import type { Scene } from '../scene.ts'
import type { Sentences } from '../sentence.ts'
import { type Found, fieldsOf, type Thing } from '../shape.ts'
import { withRelease } from './release-of-scene.ts'
import { inAll } from './resources.ts'

/** A path inside the data; nothing where it leads to null. */
const at = (...names: readonly string[]): Found =>
  inAll(['details'], ({ data }) => {
    const value = names.reduce((one, name) => one?.[name], data)
    return value === null ? [] : [value].flat()
  })

const inMeta = (pick: (meta: Readonly<Record<string, Thing>>) => unknown): Found =>
  inAll(['details'], ({ meta }) => [pick(meta)].flat() as Thing[])

const COMPONENTS = [
  ...['street', 'municipality', 'municipality_part', 'municipality_code', 'registration_number', 'evidence_number'],
  ...['orientation_number', 'orientation_letter', 'building_number', 'postal_code', 'country', 'country_code'],
  ...['address_id', 'formatted'],
]

export const DETAIL_FIELDS: readonly Sentences[] = [
  fieldsOf(
    'a detail',
    at(),
    `id hex32, country sk|cz, ico ico, name text, status dissolved|source_removed|removed?, legal_status object?,
     legal_form object?, address object, identifiers two, dates object, registration object, url url,
     provenance object`,
  ),
  fieldsOf('a detail’s legal form, if there is one,', at('legal_form'), 'code text?, name text?, codelist text?'),
  fieldsOf('a detail’s address', at('address'), 'formatted text?, components object'),
  fieldsOf(
    'a detail has the address components of the contract',
    at('address', 'components'),
    COMPONENTS.map((name) => `${name} text?`).join(),
  ),
  fieldsOf(
    'a detail’s identifier',
    at('identifiers'),
    'type ico|source_id, country sk|cz, value text, source rpo|ares',
  ),
  fieldsOf('a detail’s dates', at('dates'), 'established_at day?, dissolved_at day?'),
  fieldsOf('a detail’s registration', at('registration'), 'register object?, office text?, number text?'),
  fieldsOf(
    'a detail’s provenance',
    at('provenance'),
    `source_code text, dataset text, source_key text, revision_id text, record_sha256 hex64, file_sha256 hex64,
     observed_at text?, fetched_at text?, source_updated_at text?, projection_updated_at text?,
     projection_version text`,
  ),
  fieldsOf(
    'a detail has the meta of the contract',
    inMeta((meta) => meta),
    `request_id hex32, country sk|cz, charged_units 10, data_as_of text?, coverage object, sources one,
     warnings texts`,
  ),
  fieldsOf(
    'a detail has the coverage of the contract',
    inMeta(({ coverage }) => coverage),
    'state text, source_metadata_updated_at text',
  ),
  fieldsOf(
    'a detail has the source of the contract',
    inMeta(({ sources }) => sources),
    `code rpo|ares, dataset rpo|res|vr, url text?, attribution text?, license text?, license_url text?,
     notice text?`,
  ),
]

const one = async (scene: Scene, ico: string = ICOS.living, country = 'sk') =>
  (await scene.ask(detail(ico, country))).json

export const DETAIL_RULES: Sentences = {
  'leading zeroes of an ICO are kept': async (scene) => assert.equal((await one(scene)).data.ico, '00000001'),
  async 'an unknown value is null and not omitted'(scene) {
    const { registration, legal_status, dates } = (await one(scene)).data
    assert.deepEqual([registration, legal_status], [{ register: null, office: null, number: null }, null])
    assert.equal(dates.dissolved_at, null)
  },
  async 'a dissolved company is still returned, with the day of its end'(scene) {
    const { status, dates, name } = (await one(scene, ICOS.dissolved)).data
    assert.deepEqual([status, dates.dissolved_at, name], ['dissolved', '2020-02-02', 'Mlyn zaniknutý, s.r.o.'])
  },
  async 'an active company has no status'(scene) {
    for (const ico of [ICOS.living, ICOS.withoutAddress, ICOS.currentAndHistorical])
      assert.equal((await one(scene, ico)).data.status, null)
  },
  'a company that its source no longer lists is source_removed': async (scene) =>
    assert.equal((await one(scene, ICOS.gone)).data.status, 'source_removed'),
  'a company that the operator withdrew is removed': async (scene) =>
    assert.equal((await one(scene, ICOS.withdrawn)).data.status, 'removed'),
  async 'a withdrawn company keeps its identity, without address and dates'(scene) {
    const { ico, id, address, dates } = (await one(scene, ICOS.withdrawn)).data
    assert.equal(ico, ICOS.withdrawn)
    assert.match(id, /^[0-9a-f]{32}$/)
    assert.equal(address.formatted, null)
    assert.deepEqual([...new Set(Object.values(address.components))], [null])
    assert.deepEqual(dates, { established_at: null, dissolved_at: null })
  },
  async 'the identifiers are the ICO and then the number of the source'(scene) {
    assert.deepEqual((await one(scene)).data.identifiers, [
      { type: 'ico', country: 'sk', value: '00000001', source: 'rpo' },
      { type: 'source_id', country: 'sk', value: '101', source: 'rpo' },
    ])
  },
  async 'the id of a company is the same in a suggestion and in its detail'(scene) {
    const { json } = await scene.ask(companies({ q: 'mlyn pri' }))
    assert.equal((await one(scene)).data.id, json.data[0].id)
  },
  async 'the same ICO in both countries is two companies'(scene) {
    const czech = (await one(scene, ICOS.inBothCountries, 'cz')).data
    const slovak = (await one(scene, ICOS.inBothCountries)).data
    assert.deepEqual([czech.name, slovak.name], ['Mlýn český', 'Mlyn slovenský'])
    assert.notEqual(czech.id, slovak.id)
  },
  async 'a Slovak detail comes from rpo, a Czech one from res, and from vr only if res lacks the company'(scene) {
    const { details } = await answersOf(scene)
    const seen = details.map(({ json: { data, meta } }) => {
      const [{ code, dataset }] = meta.sources
      return `${data.country} ${code} ${dataset}`
    })
    assert.deepEqual([...new Set(seen)], ['sk rpo rpo', 'cz ares res', 'cz ares vr'])
  },
  async 'the provenance names the dataset of the source, and the source’s own key'(scene) {
    for (const { json } of (await answersOf(scene)).details) {
      const { provenance, identifiers } = json.data
      assert.equal(provenance.dataset, json.meta.sources[0].dataset)
      assert.equal(provenance.source_code, json.meta.sources[0].code)
      assert.equal(provenance.source_key, identifiers[1].value)
    }
  },
  async 'a detail has the day of the one source that it comes from'(scene) {
    const { data_as_of, coverage } = (await one(scene)).meta
    assert.deepEqual([data_as_of, coverage.source_metadata_updated_at], ['2026-06-08', '2026-06-08'])
  },
  async 'a detail has identity, address, form, status, dates and provenance, and no persons, bank accounts or raw records'(
    scene,
  ) {
    for (const { text } of (await answersOf(scene)).details)
      assert.doesNotMatch(text, /iban|bank|person|stakeholder|statutory|raw|payload|turnover/i)
  },
  'a record whose source is unknown is not shown, and costs nothing': charges(0, async (scene) => {
    const named = (sources: ReleaseParts['manifest']['sources']) =>
      sources.map((source) => ({ ...source, dataset: { ...source.dataset, dataset: 'another' } }))
    for (const change of [() => [], named])
      await withRelease(
        scene,
        ({ manifest }) => ({ manifest: { ...manifest, sources: change(manifest.sources) } }),
        () => scene.expect('503 data_unavailable', detail()),
      )
  }),
  'a detail whose file is not read in time gets 503, and costs nothing': charges(0, async (scene) => {
    const company = async () => ({ outcome: 'unreadable' }) as const
    await withRelease(
      scene,
      () => ({ company }),
      () => scene.expect('503 data_unavailable', detail()),
    )
  }),
}
