import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Company } from '../records/company.ts'
import { openTestCatalog, readRecords } from './testing/open-test-catalog.ts'
import { exampleCompany, importExample, importWhole } from './testing/sets.ts'

const a = exampleCompany({ ico: '00000001', name: 'Alfa' })
const b = exampleCompany({ ico: '00000002', name: 'Beta' })
const c = exampleCompany({ ico: '00000003', name: 'Gama' })
const renamed = exampleCompany({ ico: '00000001', name: 'Alfa Nova' })

describe('changes of a day', () => {
  const base = { rows: { 1: a, 2: b }, observedOn: '2026-06-06' }
  const daily = (day: string, rows: Record<number, Company>) => ({
    coverage: 'changes' as const,
    observedOn: day,
    rows,
  })

  test('need an init before them', () => {
    const { catalog } = openTestCatalog()
    assert.deepEqual(importExample(catalog, daily('2026-06-07', { 1: a })), { outcome: 'no_base' })
  })

  test('are imported day by day: a gap names the missing day, a step back is refused, a repeated file is skipped', () => {
    const { catalog } = openTestCatalog()
    importExample(catalog, base)
    const first = daily('2026-06-07', { 1: renamed })
    importWhole(catalog, first)
    assert.equal(importExample(catalog, first).outcome, 'already_imported')
    const [early, late] = [daily('2026-06-07', { 2: c }), daily('2026-06-09', { 2: c })]
    assert.deepEqual(importExample(catalog, late), { outcome: 'gap', missing: '2026-06-08' })
    assert.deepEqual(importExample(catalog, early), { outcome: 'step_back', applied: '2026-06-07' })
    importWhole(catalog, { ...late, allowGap: true })
  })

  test('retire nothing', () => {
    const { catalog } = openTestCatalog()
    importExample(catalog, base)
    importExample(catalog, daily('2026-06-07', { 3: c }))
    assert.equal(readRecords(catalog).get(2)?.retired, false)
  })

  test('retire a record that they say is none, and not one that the set or later data have', () => {
    const { catalog } = openTestCatalog()
    importExample(catalog, base)
    const changes = { rows: [], coverage: 'changes' as const, gone: [2, 9] }
    const daily = importWhole(catalog, { ...changes, observedOn: '2026-06-07' })
    assert.equal(daily.counts.retired, 1)
    const standing = readRecords(catalog)
    assert.deepEqual([standing.get(1)?.retired, standing.get(2)?.retired], [false, true])
    importExample(catalog, { ...base, observedOn: '2026-07-04' })
    assert.equal(readRecords(catalog).get(2)?.retired, false)
    const again = importWhole(catalog, { ...changes, rows: [[2, b]], observedOn: '2026-07-05' })
    assert.equal(again.counts.retired, 0)
  })

  test('that say a record is none are not undone by an older daily, which comes late', () => {
    const { catalog } = openTestCatalog()
    importExample(catalog, base)
    importExample(catalog, { ...daily('2026-06-08', {}), gone: [2], allowGap: true })
    importExample(catalog, daily('2026-06-07', { 2: b }))
    assert.equal(readRecords(catalog).get(2)?.retired, true)
  })

  test('in a full set are no loss, however many say that they are none', () => {
    const { catalog } = openTestCatalog()
    importExample(catalog, base)
    const later = importWhole(catalog, { rows: [[1, a]], gone: [2], observedOn: '2026-07-04' })
    assert.equal(later.counts.retired, 1)
  })

  test('are not undone by an older init', () => {
    const { catalog } = openTestCatalog()
    importExample(catalog, base)
    importExample(catalog, daily('2026-06-07', { 1: renamed, 5: c }))
    const init = importWhole(catalog, {
      rows: { 1: exampleCompany({ name: 'Iná Alfa' }), 2: b },
      observedOn: '2026-06-06',
    })
    assert.equal(init.counts.keptNewer, 1)
    assert.equal(readRecords(catalog).get(1)?.company.name, 'Alfa Nova')
    assert.equal(readRecords(catalog).get(5)?.retired, false)
  })
})

describe('data of a later day', () => {
  const base = { rows: { 1: a, 2: b }, observedOn: '2026-06-06' }
  const daily = { coverage: 'changes' as const, observedOn: '2026-06-07', rows: { 1: a } }

  test('that only confirm a record still protect it from an older init', () => {
    const { catalog } = openTestCatalog()
    importExample(catalog, base)
    importExample(catalog, daily)
    const init = importExample(catalog, { rows: { 2: b }, observedOn: '2026-06-06', finish: { allowShrink: true } })
    assert.equal(init.outcome, 'imported')
    assert.equal(readRecords(catalog).get(1)?.retired, false)
  })

  test('are not undone by an older end date', () => {
    const { catalog } = openTestCatalog()
    importExample(catalog, base)
    importExample(catalog, daily)
    const init = importWhole(catalog, { rows: { 1: '2026-06-01', 2: b }, observedOn: '2026-06-06' })
    assert.deepEqual([init.counts.ended, init.counts.keptNewer], [0, 1])
    assert.equal(readRecords(catalog).get(1)?.company.dissolvedOn, a.dissolvedOn)
  })
})
