import assert from 'node:assert/strict'
import type { ReleaseParts } from '../../../src/http/served-release.ts'
import { ICOS } from '../../../src/http/testing/example-release.ts'
import { isoTime, systemClock } from '../../../src/stdx/clock.ts'
import { answersOf } from '../answers.ts'
import { addresses, companies, detail, usage, withKey } from '../asking.ts'
import type { Scene } from '../scene.ts'
import { answer, invalid, type Sentences } from '../sentence.ts'
import { withRelease } from './release-of-scene.ts'

type Manifest = ReleaseParts['manifest']
type Query = Parameters<typeof addresses>[0]

const addressesFor = async (scene: Scene, query: Query) => (await scene.ask(addresses(query))).json.data
const companiesFor = async (scene: Scene, query: Query) => (await scene.ask(companies(query))).json.data

/** The meta of a suggestion with something else in the manifest of the release. */
const metaWith = async (scene: Scene, country: string, change: (manifest: Manifest) => Partial<Manifest>) =>
  await withRelease(
    scene,
    ({ manifest }) => ({ manifest: { ...manifest, ...change(manifest) } }),
    async () => (await scene.ask(companies({ country }))).json.meta,
  )

const coverage = async (...given: Parameters<typeof metaWith>) => {
  const { coverage, warnings } = await metaWith(...given)
  return `${coverage.state} ${warnings}`
}

const today = ({ sources }: Manifest) =>
  sources.map((source) => ({ ...source, observedOn: isoTime(systemClock.nowMs()).slice(0, 10) }))

/** How this service behaves where the contract leaves a choice. */
export const READINGS: Sentences = {
  async 'a detail has the credit headers too'(scene) {
    const { headers } = await scene.ask(detail())
    for (const name of ['charged-units', 'available-units', 'period', 'reset-at'])
      assert(`x-credits-${name}` in headers, name)
  },
  'the coverage is complete if no source is missing or older than its rhythm allows': async (scene) =>
    assert.equal(await coverage(scene, 'sk', (all) => ({ sources: today(all) })), 'complete '),
  async 'the coverage is stale, with a warning, if a source is older than its rhythm allows'(scene) {
    for (const country of ['sk', 'cz']) assert.equal(await coverage(scene, country, () => ({})), 'stale data_stale')
  },
  async 'the coverage is partial, with a warning, if a source is missing'(scene) {
    const without = (all: Manifest) => ({ sources: today(all).filter(({ dataset }) => dataset.registry !== 'cz-vr') })
    assert.equal(await coverage(scene, 'cz', without), 'partial source_missing')
  },
  'the coverage is sample if the data are invented, however old they are': async (scene) =>
    assert.equal(await coverage(scene, 'sk', () => ({ invented: true })), 'sample '),
  async 'with several sources the data are as of the oldest day, and the metadata have the newest day'(scene) {
    const days = ['2026-06-01', '2026-06-05', '2026-06-03', '2026-06-04', '2026-06-02']
    const dated = (sources: Manifest['sources']) =>
      sources.map((source, i) => ({ ...source, observedOn: days[i % days.length]! }))
    const { data_as_of, coverage } = await metaWith(scene, 'cz', ({ sources }) => ({ sources: dated(sources) }))
    const seen = dated(scene.servers[0].state.release!.manifest.sources)
      .filter(({ dataset }) => dataset.country === 'cz' && dataset.kind === 'company')
      .map(({ observedOn }) => observedOn)
      .toSorted()
    assert.equal(seen.length, 2)
    assert.deepEqual([data_as_of, coverage.source_metadata_updated_at], seen)
  },
  async 'a suggestion names all sources of its country and kind, even if nothing was found'(scene) {
    for (const q of ['mlyn', 'qqqqqqqq']) {
      const { sources } = (await scene.ask(companies({ q, country: 'cz' }))).json.meta
      const codes = sources.map(({ code }: { code: string }) => code)
      assert.deepEqual(codes, ['ares', 'ares'])
    }
  },
  'an id is the same at every server and after every start: it is derived from country, kind and source key': async (
    scene,
  ) => assert.equal((await companiesFor(scene, { q: 'mlyn pri' }))[0].id, 'fbb70589102384a2ebd106a1b6752fc2'),
  async 'the URL of a Slovak company has the number of the source, that of a Czech one the ICO'(scene) {
    const url = async (country: string, q: string) => (await companiesFor(scene, { country, q }))[0].url
    assert.match(await url('sk', 'mlyn pri'), /\/organization\/101\//)
    assert.match(await url('cz', 'mlýn český'), new RegExp(`ico=${ICOS.inBothCountries}$`))
  },
  async 'a company without an address has an empty address text'(scene) {
    const data = await companiesFor(scene, { q: 'mlyn bez' })
    assert.equal(data.find(({ ico }: { ico: string }) => ico === ICOS.withoutAddress).address, '')
  },
  async 'a suggested company that has ended is dissolved'(scene) {
    const [{ ico, status }] = await companiesFor(scene, { q: 'mlyn zaniknutý' })
    assert.deepEqual([ico, status], [ICOS.dissolved, 'dissolved'])
  },
  async 'a suggested company that its source no longer lists is source_removed'(scene) {
    const [{ ico, status }] = await companiesFor(scene, { q: 'mlyn stratený' })
    assert.deepEqual([ico, status], [ICOS.gone, 'source_removed'])
  },
  async 'a withdrawn company is not suggested, not even by its ICO'(scene) {
    for (const q of ['mlyn stiahnutý', ICOS.withdrawn])
      for (const { ico } of await companiesFor(scene, { q })) assert.notEqual(ico, ICOS.withdrawn)
  },
  'a company is suggested by its ICO': async (scene) =>
    assert.equal((await companiesFor(scene, { q: ICOS.living }))[0].ico, ICOS.living),
  async 'any language can be combined with any country'(scene) {
    for (const country of ['sk', 'cz'])
      for (const lang of ['sk', 'cs', 'en']) {
        const { meta } = (await scene.ask(companies({ country, lang }))).json
        assert.deepEqual([meta.country, meta.language], [country, lang])
      }
  },
  'without a house number streets and places are suggested': async (scene) =>
    assert.match((await addressesFor(scene, { q: 'mlynská' }))[0].source.id, /^street:/),
  'with a house number address points are suggested': async (scene) =>
    assert.equal((await addressesFor(scene, {}))[0].source.id, '10A'),
  async 'when only one street matches, its first houses follow'(scene) {
    const [street, house] = await addressesFor(scene, { q: 'vzorová' })
    assert.match(street.source.id, /^street:/)
    assert.equal(house.address.source_id, '10A')
  },
  async 'a street has the fields of an address, and null for all numbers'(scene) {
    const [{ address }] = await addressesFor(scene, { q: 'vzorová' })
    for (const name of ['registration_number', 'evidence_number', 'house_number', 'orientation_number', 'source_id'])
      assert.equal(address[name], null, name)
    assert.equal(address.street, 'Vzorová')
  },
  async 'a street is located at the centre of its points'(scene) {
    const [{ address }] = await addressesFor(scene, { q: 'vzorová' })
    assert.deepEqual(address.coordinates, { latitude: 48.7, longitude: 19.1, crs: 'OGC:CRS84' })
  },
  async 'a street is suggested once in each municipality'(scene) {
    type Suggested = { readonly source: { readonly id: string }; readonly address: { readonly municipality: string } }
    const data = (await addressesFor(scene, { q: 'mlynská' })) as readonly Suggested[]
    const streets = data.filter(({ source }) => source.id.startsWith('street:'))
    assert.deepEqual(streets.map(({ address }) => address.municipality).toSorted(), ['Dolné Vzorky', 'Horné Vzorky'])
  },
  async 'a street has the url of its register, and a point the url of its own page'(scene) {
    const urlFor = async (query: Query) => (await addressesFor(scene, query))[0].source.url
    assert.equal(await urlFor({ q: 'vzorová' }), 'https://example.org/rpo')
    assert.equal(await urlFor({}), 'https://data.gov.sk/id/physical-address/10A')
  },
  async 'no intermediate cache may store a response'(scene) {
    for (const asking of [companies(), withKey('', usage())])
      assert.equal((await scene.ask(asking)).headers['cache-control'], 'no-store')
  },
  async 'no browser may interpret a response as a page'(scene) {
    const { headers } = await scene.ask(companies())
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.match(String(headers['content-security-policy']), /^default-src 'none'/)
  },
  async 'a response varies by Origin'(scene) {
    for (const { headers } of (await answersOf(scene)).companies) assert.match(String(headers.vary), /Origin/)
  },
  'letters beyond ASCII in q are accepted': answer('200', companies({ q: '東京' })),
  'control characters in q are refused': invalid(
    ...['\0', '\t', '\n', '\x7f', '\x85'].map((control) => companies({ q: `ab${control}` })),
  ),
}
