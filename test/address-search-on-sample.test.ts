import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { writeSample } from '../sample/sample.ts'
import { openContext } from '../src/cli/context.ts'
import { parseRegistry } from '../src/cli/import.ts'
import { publishRelease } from '../src/cli/publish.ts'
import { AddressIndex, buildAddressIndex } from '../src/engine/addresses/addresses.ts'
import { importFiles, sourceFiles } from '../src/importing/importing.ts'
import type { Address } from '../src/records/address.ts'
import { COUNTRIES, type Country } from '../src/records/country.ts'
import { Release, ReleaseFolder } from '../src/release/release.ts'
import { compareEntities } from '../src/search/ranking.ts'
import { AddressSearch, explainAddresses } from '../src/search/search.ts'
import type { PlainPoint } from '../src/search/testing/plain-address-entities.ts'
import { PlainAddressScan } from '../src/search/testing/plain-address-scan.ts'
import { TIER_RULES } from '../src/search/testing/tier-rules.ts'

/*
 * The address search on the sample's own addresses, from the files on: the index against a plain scan of all points.
 * The sample has what the registers have: odd numbers, villages without streets, city parts, both kinds of numbers.
 */

const root = mkdtempSync(join(tmpdir(), 'regista-addresses-'))
await writeSample({ scale: 'tiny', seed: 1, outDir: join(root, 'sample'), today: '2026-11-21' })
const context = openContext({ data: join(root, 'data'), json: true })
for (const source of ['sk-addresses', 'cz-addresses']) {
  const dir = join(root, 'sample', source)
  await importFiles(context, parseRegistry(source), sourceFiles(readdirSync(dir).map((name) => join(dir, name))), {})
}
const { id } = await publishRelease(context, { allowShrink: false })
const release = Release.open(new ReleaseFolder(join(root, 'data/releases')).path(id))
after(() => {
  release.close()
  rmSync(root, { recursive: true })
})

function searchers(country: Country) {
  const columns = release.addressColumns(country)!
  const path = join(root, `${country}.index`)
  buildAddressIndex(columns, path, compareEntities)
  const points = Array.from(
    columns.keys,
    (key, i): PlainPoint => ({
      key,
      sourceId: columns.sourceKeyAt(i),
      address: columns.at(i),
    }),
  )
  return {
    points,
    engine: new AddressSearch(AddressIndex.open(path, columns), TIER_RULES),
    plain: new PlainAddressScan(points, TIER_RULES),
  }
}

/** What people type of an address, in ways that differ by the place of the point in the list. */
function typed({ address: a }: PlainPoint, i: number): string {
  const road = a.street ?? a.municipalityPart ?? a.municipality
  const number = numberOf(a)
  const code = a.postalCode ?? ''
  const ways = [
    `${road} ${number}`,
    `${road} ${number}, ${code} ${a.municipality}`,
    `${a.municipality} ${road} ${number}`,
    `${number} ${road}`,
    `${code.slice(0, 3)} ${code.slice(3)} ${road}`,
    road.slice(0, 1 + (i % 7)),
    `${road} ${a.municipality.slice(0, 3)}`,
    `${road.slice(0, 2)}${road.slice(3)} ${number}`,
    `${road} ${a.registrationNumber ?? a.evidenceNumber ?? ''}/${a.orientationNumber ?? ''}${a.orientationLetter ?? ''}`,
    `${a.municipality} č.p. ${a.registrationNumber ?? 1}`,
    `${road} 99999`,
    `${a.municipality} ${number.slice(0, 1)}`,
    a.postalDistrict ?? a.municipality,
    `${road.toUpperCase()} ${number.slice(0, 1)}`,
  ]
  return ways[i % ways.length]!
}

function numberOf(a: Address): string {
  const house = a.registrationNumber ?? a.evidenceNumber ?? ''
  return a.street === null
    ? house
    : a.orientationNumber === null
      ? house
      : a.orientationNumber + (a.orientationLetter ?? '')
}

describe('an address search on the tiny sample', () => {
  for (const country of COUNTRIES) {
    test(`equals a plain scan, hits and order: ${country}`, () => {
      const { points, engine, plain } = searchers(country)
      assert(100 < points.length)
      for (const [i, point] of points.entries()) {
        const text = typed(point, i)
        const near = i % 3 === 0 ? { latitude: 48.7, longitude: 19 } : undefined
        const options = near === undefined ? { limit: 8 } : { limit: 8, near }
        const found = explainAddresses(engine, { query: text, ...options })
        assert(!found.stoppedEarly)
        assert.deepEqual(
          found.hits.map(({ sourceId, address }) => ({ sourceId, address })),
          plain.search(text, options).map(({ sourceId, address }) => ({ sourceId, address })),
          text,
        )
      }
    })
    test(`finds a point by its full street, number and municipality: ${country}`, () => {
      const { points, engine } = searchers(country)
      for (const { sourceId: meant, address: a } of points) {
        if (!/^[0-9]/.test(numberOf(a))) continue
        const road = a.street ?? a.municipalityPart ?? a.municipality
        const hits = engine.search(`${road} ${numberOf(a)}, ${a.municipality}`, { limit: 30 })
        assert(
          hits.some(({ sourceId }) => sourceId === meant),
          `${road} ${numberOf(a)}, ${a.municipality}`,
        )
      }
    })
  }
  test('has the same index file for the same points', () => {
    const columns = release.addressColumns('sk')!
    const once = join(root, 'once.index')
    const again = join(root, 'again.index')
    buildAddressIndex(columns, once, compareEntities)
    buildAddressIndex(columns, again, compareEntities)
    assert(readFileSync(once).equals(readFileSync(again)))
  })
})
