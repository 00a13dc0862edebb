import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type ExampleSet, exampleAddress, exampleCompany, importExample } from '../catalog/testing/sets.ts'
import type { Address } from '../records/address.ts'
import type { Company } from '../records/company.ts'
import { deriveRecordId } from '../records/record-id.ts'
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
  using snapshot = house.catalog.snapshot()
  const everything = new Map(snapshot.datasets().map(({ dataset }) => [dataset.name, 0]))
  return checkSegment({
    snapshot,
    segment: findSegment(name),
    datasets: snapshot.datasets(),
    dir: house.folder.path(id),
    since: everything,
    report: () => {},
  })
}

const point = (changes: Partial<Address>): Address => exampleAddress({ country: 'cz', ...changes })
const companies = (...rows: (readonly [number, Company])[]) => [set(CZ_RES, rows)]
const points = (...rows: (readonly [number, Address])[]) => [set(CZ_ADDRESSES, rows)]
const register = { code: 'OR', name: null, codelist: null }
const withKey = czech({ seat: { ...exampleCompany().seat, addressId: '7' } })
const east = { region: 'Východný', county: 'B' }
const west = { region: 'Západný', county: 'A' }

describe('a release is refused when', () => {
  const CASES: readonly (readonly [string, SegmentName, readonly ExampleSet[], readonly ExampleSet[], RegExp])[] = [
    [
      'a company has another name',
      'companies-cz',
      companies([1, czech({})]),
      companies([1, czech({ name: 'Iná' })]),
      /record 00000001 is another version/,
    ],
    [
      'a company is missing',
      'companies-cz',
      companies([1, czech({})]),
      companies([1, czech({})], [2, czech({})]),
      /the catalog has 2 records, the release 1 details and 1 rows/,
    ],
    [
      'a company is gone from the source',
      'companies-cz',
      companies([1, czech({})], [2, czech({})]),
      companies([1, czech({})]),
      /record 00000002 has status null, not source_removed/,
    ],
    [
      'a register entry is missing',
      'companies-cz',
      [...companies([1, czech({})]), set(CZ_VR, [[1, czech({})]])],
      [set(CZ_VR, [[1, czech({ register })]])],
      /record 00000001 differs from the catalog/,
    ],
    [
      'a municipality code is missing',
      'companies-cz',
      [...companies([1, withKey]), ...points([8, point({ municipalityCode: '5' })])],
      companies([1, czech({ ...withKey, name: 'X' })]),
      /record 00000001 is another version/,
    ],
    [
      'a point has another street',
      'addresses-cz',
      points([1, point({})]),
      points([1, point({ street: 'Iná' })]),
      /record 1 has street Vzorová, the catalog Iná/,
    ],
    [
      'a point lies elsewhere',
      'addresses-cz',
      points([1, point({})]),
      points([1, point({ latitude: 49.5 })]),
      /record 1 has latitude 48.7, the catalog 49.5/,
    ],
    [
      'a Slovak point has another street; it is named by its published key',
      'addresses-sk',
      [set(SK_CSV, [[10, exampleAddress()]])],
      [set(SK_CSV, [[10, exampleAddress({ street: 'Iná' })]])],
      /record 10A has street Vzorová, the catalog Iná/,
    ],
    [
      'a point is missing',
      'addresses-cz',
      points([1, point({})]),
      points([1, point({})], [2, point({})]),
      /the catalog has 2 points to show, the release 1/,
    ],
    [
      'a point that is gone is shown',
      'addresses-cz',
      points([1, point({})], [2, point({})]),
      points([1, point({})]),
      /the catalog has 1 points to show, the release 2/,
    ],
    [
      'a point of a region without a regional file is missing',
      'addresses-sk',
      [
        set(SK_CSV, [
          [1, exampleAddress(west)],
          [2, exampleAddress(east)],
        ]),
        set(SK_RAGEO, [[1, exampleAddress(west)]], { scope: 'SK010' }),
      ],
      [
        set(SK_CSV, [
          [1, exampleAddress(west)],
          [2, exampleAddress(east)],
          [3, exampleAddress(east)],
        ]),
      ],
      /the catalog has 3 points to show, the release 2/,
    ],
  ]
  for (const [name, segment, published, changed, message] of CASES) {
    test(name, async () => {
      await assert.rejects(checkAgainst(segment, published, changed), { message })
    })
  }
  for (const [what, first, second] of [
    ['a point', 1, 2],
    ['a point with a flawed key', -18, -12],
  ] as const) {
    test(`${what} of a region with a regional file is counted once, and passes the check`, async () => {
      const national = set(SK_CSV, [
        [first, exampleAddress({ ...west, street: 'Národná' })],
        [second, exampleAddress(east)],
      ])
      const regional = set(SK_RAGEO, [[first, exampleAddress(west)]], { scope: 'SK010' })
      assert.equal(await checkAgainst('addresses-sk', [national, regional], []), 3)
    })
  }
})

test('the check finds a withdrawn record that is shown', async () => {
  const house = new House()
  importExample(
    house.catalog,
    set(CZ_ADDRESSES, [
      [1, point({})],
      [2, point({})],
    ]),
  )
  const { id } = await house.publish()
  house.catalog.withdraw(house.catalog.find({ id: deriveRecordId('cz', 'address', '1') })[0]!, 'asked for')
  using snapshot = house.catalog.snapshot()
  const check = {
    snapshot,
    segment: findSegment('addresses-cz'),
    datasets: snapshot.datasets(),
    dir: house.folder.path(id),
    since: null,
    report: () => {},
  }
  assert.throws(() => checkSegment(check), { message: /the catalog has 1 points to show, the release 2/ })
})
