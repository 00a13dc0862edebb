import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type ExampleSet, exampleAddress, exampleCompany, importExample } from '../catalog/testing/sets.ts'
import type { Address } from '../records/address.ts'
import type { Company } from '../records/company.ts'
import { deriveRecordId } from '../records/record-id.ts'
import { cases } from '../stdx/testing/cases.ts'
import { checkSegment } from './check-segment.ts'
import { findSegment, type SegmentName } from './segment.ts'
import { CZ_ADDRESSES, CZ_RES, CZ_VR, czech, House, SK_CSV, SK_RAGEO, set } from './testing/house.ts'

/**
 * Publishes what the first sets make, imports the second ones, and checks the old release against the new catalog: it
 * must be found wrong.
 */
async function checkAgainst(
  name: SegmentName,
  published: readonly ExampleSet[],
  changed: readonly ExampleSet[],
): Promise<number> {
  const house = new House()
  for (const one of published) importExample(house.catalog, one)
  const { id } = await house.publish()
  for (const one of changed)
    importExample(house.catalog, { ...one, observedOn: '2026-07-04', finish: { allowShrink: true } })
  return check(house, id, name)
}

/** Checks all records of a segment of a release. */
function check(house: House, release: string, name: SegmentName): number {
  using snapshot = house.catalog.snapshot()
  const datasets = snapshot.datasets()
  const since = new Map(datasets.map(({ dataset }) => [dataset.name, 0]))
  const [dir, segment] = [house.folder.path(release), findSegment(name)]
  return checkSegment({ snapshot, segment, datasets, dir, since, report: () => {} })
}

const point = (changes: Partial<Address>): Address => exampleAddress({ country: 'cz', ...changes })
const companies = (rows: Record<number, Company>) => [set(CZ_RES, rows)]
const points = (rows: Record<number, Address>) => [set(CZ_ADDRESSES, rows)]
const slovak = (...addresses: Address[]) => set(SK_CSV, Object.fromEntries(addresses.map((one, i) => [i + 1, one])))
const register = { code: 'OR', name: null, codelist: null }
const withKey = czech({ seat: { ...exampleCompany().seat, addressId: '7' } })
const east = exampleAddress({ region: 'Východný', county: 'B' })
const west = exampleAddress({ region: 'Západný', county: 'A' })
const regional = set(SK_RAGEO, { 1: west }, { scope: 'SK010' })
const one = companies({ 1: czech({}) })
const two = companies({ 1: czech({}), 2: czech({}) })

describe('a release is refused when', () => {
  type Case = [name: string, SegmentName, published: ExampleSet[], changed: ExampleSet[], message: RegExp]
  for (const [name, segment, published, changed, message] of cases<Case>`
    a company has another name         | companies-cz | ${one} | ${companies({ 1: czech({ name: 'Iná' }) })} | ${/record 00000001 is another version/}
    a company is missing               | companies-cz | ${one} | ${two} | ${/the catalog has 2 records, the release 1 details and 1 rows/}
    a company is gone from the source  | companies-cz | ${two} | ${one} | ${/record 00000002 has status null, not source_removed/}
    a register entry is missing        | companies-cz | ${[...one, set(CZ_VR, { 1: czech({}) })]} | ${[set(CZ_VR, { 1: czech({ register }) })]} | ${/record 00000001 differs from the catalog/}
    a municipality code is missing     | companies-cz | ${[...companies({ 1: withKey }), ...points({ 8: point({ municipalityCode: '5' }) })]} | ${companies({ 1: czech({ ...withKey, name: 'X' }) })} | ${/record 00000001 is another version/}
    a point has another street         | addresses-cz | ${points({ 1: point({}) })} | ${points({ 1: point({ street: 'Iná' }) })} | ${/record 1 has street Vzorová, the catalog Iná/}
    a point lies elsewhere             | addresses-cz | ${points({ 1: point({}) })} | ${points({ 1: point({ latitude: 49.5 }) })} | ${/record 1 has latitude 48.7, the catalog 49.5/}
    a Slovak point has another street; it is named by its published key | addresses-sk | ${[set(SK_CSV, { 10: exampleAddress() })]} | ${[set(SK_CSV, { 10: exampleAddress({ street: 'Iná' }) })]} | ${/record 10A has street Vzorová, the catalog Iná/}
    a point is missing                 | addresses-cz | ${points({ 1: point({}) })} | ${points({ 1: point({}), 2: point({}) })} | ${/the catalog has 2 points to show, the release 1/}
    a point that is gone is shown      | addresses-cz | ${points({ 1: point({}), 2: point({}) })} | ${points({ 1: point({}) })} | ${/the catalog has 1 points to show, the release 2/}
    a point of a region without a regional file is missing | addresses-sk | ${[slovak(west, east), regional]} | ${[slovak(west, east, east)]} | ${/the catalog has 3 points to show, the release 2/}
  `) {
    test(name, async () => {
      await assert.rejects(checkAgainst(segment, published, changed), { message })
    })
  }
  for (const [what, first, second] of [
    ['a point', 1, 2],
    ['a point with a flawed key', -18, -12],
  ] as const) {
    test(`${what} of a region with a regional file is counted once, and passes the check`, async () => {
      const national = set(SK_CSV, { [first]: { ...west, street: 'Národná' }, [second]: east })
      const regional = set(SK_RAGEO, { [first]: west }, { scope: 'SK010' })
      assert.equal(await checkAgainst('addresses-sk', [national, regional], []), 3)
    })
  }
})

test('the check finds a withdrawn record that is shown', async () => {
  const house = new House()
  house.import(CZ_ADDRESSES, { 1: point({}), 2: point({}) })
  const { id } = await house.publish()
  house.catalog.withdraw(house.catalog.find({ id: deriveRecordId('cz', 'address', '1') })[0]!, 'asked for')
  const message = /the catalog has 1 points to show, the release 2/
  assert.throws(() => check(house, id, 'addresses-cz'), { message })
})
