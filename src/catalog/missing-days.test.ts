import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addDays } from '../records/date.ts'
import { fc } from '../stdx/testing/properties.ts'
import { findMissingDays } from './missing-days.ts'
import { openTestCatalog, readRecords } from './testing/open-test-catalog.ts'
import { exampleCompany, importExample, importWhole } from './testing/sets.ts'

const full = (observedOn: string) => ({ coverage: 'full', observedOn }) as const
const changes = (observedOn: string) => ({ coverage: 'changes', observedOn }) as const

test('a day is missing exactly if it is after the newest full set, before the newest changes, and without changes', () => {
  const day = fc.nat(30).map((n) => addDays('2026-06-01', n))
  const sets = fc.array(fc.oneof(day.map(full), day.map(changes)))
  fc.assert(
    fc.property(sets, (past) => {
      const missing = findMissingDays(past)
      for (let n = 0; n <= 30; n++) {
        const one = addDays('2026-06-01', n)
        const expected =
          past.some(({ coverage }) => coverage === 'full') &&
          past.every(({ coverage, observedOn }) => coverage === 'changes' || observedOn < one) &&
          past.some(({ coverage, observedOn }) => coverage === 'changes' && one < observedOn) &&
          past.every(({ coverage, observedOn }) => coverage === 'full' || observedOn !== one)
        assert.equal(missing.includes(one), expected, one)
      }
    }),
  )
})

describe('a missing day in the catalog', () => {
  type Names = Readonly<Record<number, string>>
  const rowsOf = (names: Names) =>
    Object.entries(names).map(([key, name]) => [Number(key), exampleCompany({ name })] as const)
  const daily = (day: string, names: Names) => ({ ...changes(day), rows: rowsOf(names) })
  const init = (day: string, names: Names) => ({ ...full(day), rows: rowsOf(names) })
  const START = init('2026-06-06', { 1: 'A', 2: 'B', 3: 'C' })
  const missing = daily('2026-06-07', { 1: 'A of the 7th', 2: 'B of the 7th', 4: 'D of the 7th' })
  const later = daily('2026-06-08', { 2: 'B of the 8th', 5: 'E of the 8th' })

  function catalogWithGap() {
    const { catalog } = openTestCatalog()
    importExample(catalog, START)
    assert.equal(importExample(catalog, later).outcome, 'gap')
    importWhole(catalog, { ...later, allowGap: true })
    const missingOf = () => {
      using snapshot = catalog.snapshot()
      const [dataset] = snapshot.datasets()
      assert.deepEqual(dataset!.missingDays, catalog.standing('sk-rpo').missingDays)
      return dataset!.missingDays
    }
    const names = () =>
      Object.fromEntries([...readRecords(catalog)].map(([key, standing]) => [key, standing.company.name]))
    return { catalog, missingOf, names }
  }

  test('is known until its changes are imported; they change only records without later data', () => {
    const { catalog, missingOf, names } = catalogWithGap()
    assert.deepEqual(missingOf(), ['2026-06-07'])
    const delayed = importWhole(catalog, missing)
    assert.deepEqual([delayed.counts.changed, delayed.counts.keptNewer, delayed.counts.added], [1, 1, 1])
    assert.deepEqual(names(), { 1: 'A of the 7th', 2: 'B of the 8th', 3: 'C', 4: 'D of the 7th', 5: 'E of the 8th' })
    assert.deepEqual(missingOf(), [])
    assert.equal(importExample(catalog, missing).outcome, 'already_imported')
    assert.equal(importExample(catalog, daily('2026-06-07', { 1: 'other' })).outcome, 'step_back')
    importWhole(catalog, daily('2026-06-09', { 1: 'A of the 9th' }))
  })

  test('does not stop the days after it', () => {
    const { catalog, missingOf } = catalogWithGap()
    importWhole(catalog, daily('2026-06-09', { 1: 'A of the 9th' }))
    assert.deepEqual(missingOf(), ['2026-06-07'])
  })

  test('stays missing after an init of a day before it, and is covered by an init of that day or a later one', () => {
    const { catalog, missingOf } = catalogWithGap()
    const older = init('2026-06-06', { 1: 'A2', 2: 'B', 3: 'C' })
    importWhole(catalog, older)
    assert.deepEqual(missingOf(), ['2026-06-07'])
    const newer = init('2026-06-07', { 1: 'A of the 7th', 2: 'B of the 7th', 3: 'C', 4: 'D of the 7th' })
    importWhole(catalog, newer)
    assert.deepEqual(missingOf(), [])
    assert.equal(importExample(catalog, missing).outcome, 'step_back')
  })
})
