import assert from 'node:assert/strict'
import type { ReleaseParts } from '../../../src/http/served-release.ts'
import { ICOS } from '../../../src/http/testing/example-release.ts'
import { isoTime, systemClock } from '../../../src/stdx/clock.ts'
import { answersOf } from '../answers.ts'
import { addresses, answers, companies, detail, usage } from '../asking.ts'
import type { Scene } from '../scene.ts'
import { ADDRESSES, COMPANIES, citeTest, type Sentence } from '../sentence.ts'

const found = async (scene: Scene, query: Readonly<Record<string, string | number>>) =>
  (await scene.ask(addresses(scene, query))).json.data

/** Runs with another manifest in place of the release's own. */
async function withManifest<T>(
  scene: Scene,
  change: (manifest: ReleaseParts['manifest']) => Partial<ReleaseParts['manifest']>,
  work: (ask: Scene['ask']) => Promise<T>,
): Promise<T> {
  const [{ state, ask }] = scene.nodes
  const release = state.release!
  state.release = {
    manifest: { ...release.manifest, ...change(release.manifest) },
    company: (country, ico) => release.company(country, ico),
    companyIndex: (country) => release.companyIndex(country),
    addressIndex: (country) => release.addressIndex(country),
  }
  try {
    return await work(ask)
  } finally {
    state.release = release
  }
}

const coverage = async (scene: Scene, change: Parameters<typeof withManifest>[1], country = 'sk') => {
  const { meta } = await withManifest(scene, change, async (ask) => (await ask(companies(scene, { country }))).json)
  return `${meta.coverage.state} ${meta.warnings}`
}

const today = (manifest: ReleaseParts['manifest']) =>
  manifest.sources.map((source) => ({ ...source, observedOn: isoTime(systemClock.nowMs()).slice(0, 10) }))

/** How this service behaves where the contract leaves a choice. */
export const READINGS: readonly Sentence[] = [
  [
    'a detail has the credit headers too',
    async (scene) => {
      const { headers } = await scene.ask(detail(scene))
      for (const name of ['charged-units', 'available-units', 'period', 'reset-at'])
        assert(`x-credits-${name}` in headers, name)
    },
  ],
  [
    'the coverage is complete if no source is missing or older than its rhythm allows',
    async (scene) => assert.equal(await coverage(scene, (all) => ({ sources: today(all) })), 'complete '),
  ],
  [
    'the coverage is stale, with a warning, if a source is older than its rhythm allows',
    async (scene) => assert.equal(await coverage(scene, () => ({})), 'stale data_stale'),
  ],
  [
    'the coverage is partial, with a warning, if a source is missing',
    async (scene) => {
      const without = (all: ReleaseParts['manifest']) => ({
        sources: today(all).filter(({ dataset }) => dataset.registry !== 'cz-vr'),
      })
      assert.equal(await coverage(scene, without, 'cz'), 'partial source_missing')
    },
  ],
  [
    'the coverage is sample if the data are invented, however old they are',
    async (scene) => assert.equal(await coverage(scene, () => ({ invented: true })), 'sample '),
  ],
  [
    'with several sources the data are as of the oldest day, and the metadata have the newest day',
    async (scene) => {
      const days = ['2026-06-01', '2026-06-05', '2026-06-03', '2026-06-04', '2026-06-02']
      const { meta } = await withManifest(
        scene,
        ({ sources }) => ({ sources: sources.map((source, i) => ({ ...source, observedOn: days[i % days.length]! })) }),
        async (ask) => (await ask(companies(scene, { country: 'cz' }))).json,
      )
      const release = scene.nodes[0].state.release!
      const seen = release.manifest.sources
        .map(({ dataset }, i) => ({ dataset, day: days[i % days.length]! }))
        .filter(({ dataset }) => dataset.country === 'cz' && dataset.kind === 'company')
        .map(({ day }) => day)
        .toSorted()
      assert.equal(seen.length, 2)
      assert.deepEqual([meta.data_as_of, meta.coverage.source_metadata_updated_at], seen)
    },
  ],
  [
    'a suggestion names all sources of its country and kind, even if nothing was found',
    async (scene) => {
      for (const q of ['mlyn', 'qqqqqqqq']) {
        const { meta } = (await scene.ask(companies(scene, { q, country: 'cz' }))).json
        assert.deepEqual(
          meta.sources.map(({ code }: { code: string }) => code),
          ['ares', 'ares'],
        )
      }
    },
  ],
  [
    'an id is the same at every node and after every start: it is derived from country, kind and source key',
    async (scene) => {
      const { data } = (await scene.ask(companies(scene, { q: 'mlyn pri' }))).json
      assert.equal(data[0].id, 'fbb70589102384a2ebd106a1b6752fc2')
    },
  ],
  [
    'the URL of a Slovak company has the number of the source, that of a Czech one the ICO',
    async (scene) => {
      const url = async (country: string, q: string) =>
        (await scene.ask(companies(scene, { country, q }))).json.data[0].url
      assert.match(await url('sk', 'mlyn pri'), /\/organization\/101\//)
      assert.match(await url('cz', 'mlýn český'), new RegExp(`ico=${ICOS.inBothCountries}$`))
    },
  ],
  [
    'a company without an address has an empty address text',
    async (scene) => {
      const { data } = (await scene.ask(companies(scene, { q: 'mlyn bez' }))).json
      assert.equal(data.find(({ ico }: { ico: string }) => ico === ICOS.withoutAddress).address, '')
    },
  ],
  [
    'a suggested company that has ended is dissolved',
    async (scene) => {
      const { data } = (await scene.ask(companies(scene, { q: 'mlyn zaniknutý' }))).json
      assert.deepEqual([data[0].ico, data[0].status], [ICOS.dissolved, 'dissolved'])
    },
  ],
  [
    'a suggested company that its source no longer lists is source_removed',
    async (scene) => {
      const { data } = (await scene.ask(companies(scene, { q: 'mlyn stratený' }))).json
      assert.deepEqual([data[0].ico, data[0].status], [ICOS.gone, 'source_removed'])
    },
  ],
  [
    'a withdrawn company is not suggested, not even by its ICO',
    async (scene) => {
      for (const q of ['mlyn stiahnutý', ICOS.withdrawn]) {
        const { data } = (await scene.ask(companies(scene, { q }))).json
        assert(data.every(({ ico }: { ico: string }) => ico !== ICOS.withdrawn))
      }
    },
  ],
  [
    'a company is suggested by its ICO',
    async (scene) => {
      const { data } = (await scene.ask(companies(scene, { q: ICOS.living }))).json
      assert.equal(data[0].ico, ICOS.living)
    },
  ],
  [
    'any language can be combined with any country',
    citeTest(COMPANIES, '200 in Slovak for sk, in Czech for cz, or in the requested language'),
  ],
  [
    'without a house number streets and places are suggested',
    async (scene) => assert.match((await found(scene, { q: 'mlynská' }))[0].source.id, /^street:/),
  ],
  [
    'with a house number address points are suggested',
    async (scene) => assert.equal((await found(scene, {}))[0].source.id, '10A'),
  ],
  [
    'when only one street matches, its first houses follow',
    citeTest(ADDRESSES, '200 with a street while no number is typed, and with its first houses after that'),
  ],
  [
    'a street has the fields of an address, and null for all numbers',
    async (scene) => {
      const [{ address }] = await found(scene, { q: 'vzorová' })
      const { registration_number, evidence_number, house_number, orientation_number, source_id } = address
      assert.deepEqual(
        [registration_number, evidence_number, house_number, orientation_number, source_id],
        [null, null, null, null, null],
      )
      assert.equal(address.street, 'Vzorová')
    },
  ],
  [
    'a street is located at the centre of its points',
    async (scene) => {
      const [{ address }] = await found(scene, { q: 'vzorová' })
      assert.deepEqual(address.coordinates, { latitude: 48.7, longitude: 19.1, crs: 'OGC:CRS84' })
    },
  ],
  [
    'a street is suggested once in each municipality',
    async (scene) => {
      const data = (await found(scene, { q: 'mlynská' })) as {
        source: { id: string }
        address: { municipality: string }
      }[]
      const streets = data.filter(({ source }) => source.id.startsWith('street:'))
      assert.deepEqual(streets.map(({ address }) => address.municipality).toSorted(), ['Dolné Vzorky', 'Horné Vzorky'])
    },
  ],
  [
    'a street has the url of its register, and a point the url of its own page',
    async (scene) => {
      const [street] = await found(scene, { q: 'vzorová' })
      const [point] = await found(scene, {})
      assert.deepEqual(
        [street.source.url, point.source.url],
        ['https://example.org/rpo', 'https://data.gov.sk/id/physical-address/10A'],
      )
    },
  ],
  [
    'no intermediate cache may store a response',
    async (scene) => {
      for (const { headers } of [await scene.ask(companies(scene)), await scene.ask(usage(scene, { key: '' }))])
        assert.equal(headers['cache-control'], 'no-store')
    },
  ],
  [
    'no browser may interpret a response as a page',
    async (scene) => {
      const { headers } = await scene.ask(companies(scene))
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.match(String(headers['content-security-policy']), /^default-src 'none'/)
    },
  ],
  [
    'a response varies by Origin',
    async (scene) => {
      for (const { headers } of (await answersOf(scene)).companies) assert.match(String(headers.vary), /Origin/)
    },
  ],
  ['letters beyond ASCII in q are accepted', answers(200, (scene) => companies(scene, { q: '東京' }))],
  [
    'control characters in q are refused',
    answers(400, (scene) => companies(scene, { q: 'ab\u0000' }), 'invalid_parameter'),
  ],
]
