import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decodeCompany } from '../records/canonical.ts'
import { ON_UNKNOWN_DAY } from '../records/unknown-day.ts'
import { openSqlite } from '../storage/storage.ts'
import { Catalog, type RunningImport, sumRecords } from './catalog.ts'
import { clock, openTestCatalog, readRecords } from './testing/open-test-catalog.ts'
import { exampleCompany, exampleFileHash, examplePlan, importExample, importWhole } from './testing/sets.ts'

const a = exampleCompany({ ico: '00000001', name: 'Alfa' })
const b = exampleCompany({ ico: '00000002', name: 'Beta' })
const c = exampleCompany({ ico: '00000003', name: 'Gama' })
const renamed = exampleCompany({ ico: '00000001', name: 'Alfa Nova' })

/** An import that has begun and of which nothing is written yet. */
function begunImport(catalog: Catalog): RunningImport {
  const begun = catalog.beginImport(examplePlan({ rows: {}, observedOn: '2026-07-04' }), { allowGap: false })
  assert(begun.outcome === 'begun')
  return begun.running
}

describe('a full set', () => {
  test('imported twice changes nothing', () => {
    const { catalog } = openTestCatalog()
    const set = { rows: { 1: a } }
    importWhole(catalog, set)
    const before = readRecords(catalog)
    assert.equal(importExample(catalog, set).outcome, 'already_imported')
    assert.deepEqual(readRecords(catalog), before)
  })

  test('counts new, changed, unchanged and retired records, and keeps earlier versions', () => {
    const { catalog, path } = openTestCatalog()
    importExample(catalog, { rows: { 1: a, 2: b, 3: c } })
    const second = importWhole(catalog, { rows: { 1: renamed, 2: b, 4: c }, observedOn: '2026-07-04' })
    const { added, changed, unchanged, retired } = second.counts
    assert.deepEqual([added, changed, unchanged, retired], [1, 1, 1, 1])
    assert.equal(readRecords(catalog).get(3)?.retired, true)
    assert.equal(readRecords(catalog).get(1)?.company.name, 'Alfa Nova')
    catalog.close()
    const database = openSqlite(path, { use: 'frozen' })
    const revisions = database
      .prepare<readonly [number, number, string]>('select key, ended_in, body from revision')
      .all()
    assert.equal(revisions.length, 1)
    const [[key, endedIn, body]] = revisions as [readonly [number, number, string]]
    assert.deepEqual([key, endedIn, decodeCompany(body).name], [1, second.generation, 'Alfa'])
    database.close()
  })

  test('that is not known to be complete retires nothing', () => {
    const { catalog } = openTestCatalog()
    importExample(catalog, { rows: { 1: a, 2: b } })
    importExample(catalog, { rows: { 1: a }, observedOn: '2026-07-04', complete: false, finish: { allowShrink: true } })
    assert.equal(readRecords(catalog).get(2)?.retired, false)
  })

  test('brings a retired record back when the source has it again', () => {
    const { catalog } = openTestCatalog()
    importExample(catalog, { rows: { 1: a, 2: b } })
    importExample(catalog, { rows: { 1: a }, observedOn: '2026-07-04', finish: { allowShrink: true } })
    const third = importWhole(catalog, { rows: { 1: a, 2: b }, observedOn: '2026-08-01' })
    assert.equal(third.counts.returned, 1)
    assert.equal(readRecords(catalog).get(2)?.retired, false)
  })

  test('retires only in its own scope', () => {
    const { catalog } = openTestCatalog()
    importExample(catalog, { scope: 'SK010', rows: { 1: a, 2: b } })
    importExample(catalog, { scope: 'SK021', rows: { 3: c } })
    importExample(catalog, { scope: 'SK021', rows: { 4: c }, observedOn: '2026-07-04' })
    const standing = readRecords(catalog)
    const retired = [1, 2, 3, 4].map((key) => standing.get(key)!.retired)
    assert.deepEqual(retired, [false, false, true, false])
  })

  test('with over 1 % fewer records is refused whole, unless the operator confirms it', () => {
    const { catalog } = openTestCatalog()
    const many = new Map(Array.from({ length: 200 }, (_, i) => [i, exampleCompany({ name: `Firma ${i}` })] as const))
    importExample(catalog, { rows: many })
    const before = readRecords(catalog)
    const fewer = { rows: new Map([...many].slice(3)), observedOn: '2026-07-04' }
    const message = /^the set has 197 records, the previous one had 200: nothing was imported/
    assert.throws(() => importExample(catalog, fewer), { message })
    assert.deepEqual(readRecords(catalog), before)
    importWhole(catalog, { ...fewer, finish: { allowShrink: true } })
  })

  test('with over 1 % rejected rows is refused whole', () => {
    const { catalog } = openTestCatalog()
    const rows = new Map(Array.from({ length: 98 }, (_, i) => [i, exampleCompany({ name: `Firma ${i}` })] as const))
    const message = /^2 of 100 rows were rejected, more than 1 %/
    assert.throws(() => importExample(catalog, { rows, rejected: 2 }), { message })
    assert.equal(readRecords(catalog).size, 0)
    importWhole(catalog, { rows, rejected: 2, finish: { rejectShareMax: 0.02 } })
  })

  test('older than the last one is a step back', () => {
    const { catalog } = openTestCatalog()
    importExample(catalog, { rows: { 1: a }, observedOn: '2026-07-04' })
    const older = importExample(catalog, { rows: { 1: renamed }, observedOn: '2026-06-06' })
    assert.deepEqual(older, { outcome: 'step_back', applied: '2026-07-04' })
  })

  test('read by another version of the reader changes only the records that differ', () => {
    const { catalog } = openTestCatalog()
    importExample(catalog, { rows: { 1: a, 2: b } })
    const again = importWhole(catalog, { rows: { 1: a, 2: b }, projectionVersion: '2' })
    assert.deepEqual([again.counts.unchanged, again.counts.changed, again.counts.retired], [2, 0, 0])
  })

  test('that dies before its end leaves the catalog as it was', () => {
    const { catalog, path } = openTestCatalog()
    importExample(catalog, { rows: { 1: a } })
    const before = readRecords(catalog)
    const running = begunImport(catalog)
    running.write({ file: 0, keys: Float64Array.of(9), fingerprints: Float64Array.of(9), bodies: '[]', endings: false })
    catalog.close()
    const reopened = Catalog.open(path, clock)
    assert.deepEqual(readRecords(reopened), before)
  })

  test('that failed writes nothing more, whatever the reader still sends', () => {
    const { catalog } = openTestCatalog()
    const running = begunImport(catalog)
    running.abandon()
    const batch = { file: 0, keys: Float64Array.of(9), fingerprints: Float64Array.of(9), bodies: '[]', endings: false }
    assert.throws(() => running.write(batch), { message: /batches are written while the import runs/ })
    assert.equal(readRecords(catalog).size, 0)
  })

  test('of invented data is not mixed with real data', () => {
    const { catalog } = openTestCatalog()
    importExample(catalog, { rows: { 1: a } })
    const invented = importExample(catalog, { scope: 'other', rows: { 2: b }, invented: true })
    assert.deepEqual(invented, { outcome: 'mixed' })
  })
})

describe('a known row and another row of the same key in one set', () => {
  const first = { rows: { 1: a, 2: b } }
  const known = [1, a] as const
  const other = [1, renamed] as const
  for (const [order, rows] of [
    ['the known row first', [known, other, [2, b]]],
    ['the known row last', [other, [2, b], known]],
  ] as const) {
    test(`${order}: the other row counts, the known one is rejected, each once`, () => {
      const { catalog } = openTestCatalog()
      importExample(catalog, first)
      const rejected: number[] = []
      const finish = { rejectShareMax: 1, onDuplicates: (keys: readonly number[]) => void rejected.push(...keys) }
      const second = importWhole(catalog, { rows, observedOn: '2026-07-04', finish })
      const { changed, unchanged, rejected: count, retired } = second.counts
      assert.deepEqual([changed, unchanged, count, retired], [1, 1, 1, 0])
      assert.equal(sumRecords(second.counts), 2)
      assert.deepEqual(rejected, [1])
      assert.equal(readRecords(catalog).get(1)?.company.name, 'Alfa Nova')
    })
  }
})

test('a rejected or skipped row does not retire its record', () => {
  const { catalog } = openTestCatalog()
  importExample(catalog, { rows: { 1: a, 2: b } })
  const finish = { allowShrink: true, rejectShareMax: 1 }
  importExample(catalog, { rows: { 1: a }, observedOn: '2026-07-04', rejected: 1, spared: [2], finish })
  assert.equal(readRecords(catalog).get(2)?.retired, false)
})

test('a full set without a single record is refused', () => {
  const { catalog } = openTestCatalog()
  assert.throws(() => importExample(catalog, { rows: new Map() }), { message: /the set has no records/ })
})

test('a row that only an older full set had is imported again: the source may have returned to it', () => {
  const { catalog } = openTestCatalog()
  const first = { rows: { 1: a }, observedOn: null }
  importExample(catalog, first)
  const hashOf = (set: typeof first) => exampleFileHash(set)
  assert.equal(catalog.hasFile('sk-rpo', hashOf(first)), true)
  importExample(catalog, { rows: { 1: renamed }, observedOn: null })
  assert.equal(catalog.hasFile('sk-rpo', hashOf(first)), false)
})

describe('an end date', () => {
  test('ends the known record, and is ignored for an unknown one', () => {
    const { catalog } = openTestCatalog()
    importExample(catalog, { rows: { 1: a, 2: b } })
    const second = importWhole(catalog, { rows: { 1: '2026-06-30', 2: b, 7: '2020-01-01' }, observedOn: '2026-07-04' })
    assert.equal(second.counts.ended, 1)
    assert.equal(second.counts.skipped, 1)
    assert.deepEqual(readRecords(catalog).get(1)?.company, { ...a, dissolvedOn: '2026-06-30' })
  })

  test('that is unknown ends an active record, and keeps the day of an ended one', () => {
    const { catalog } = openTestCatalog()
    const ended = { ...b, dissolvedOn: '2020-02-02' }
    importExample(catalog, { rows: { 1: a, 2: ended } })
    importExample(catalog, { rows: { 1: '', 2: '' }, observedOn: '2026-07-04' })
    const standing = readRecords(catalog)
    assert.deepEqual(standing.get(1)?.company, { ...a, dissolvedOn: ON_UNKNOWN_DAY })
    assert.deepEqual(standing.get(2)?.company, ended)
  })

  test('stays after the row has left the source', () => {
    const { catalog } = openTestCatalog()
    importExample(catalog, { rows: { 1: a, 2: b } })
    importExample(catalog, { rows: { 1: '2026-06-30', 2: b }, observedOn: '2026-07-04' })
    importExample(catalog, { rows: { 2: b }, observedOn: '2026-08-01', finish: { allowShrink: true } })
    const standing = readRecords(catalog).get(1)!
    assert.deepEqual([standing.company.dissolvedOn, standing.retired], ['2026-06-30', true])
  })
})

test('a catalog with one history of withdrawals for all datasets gives it to each of them', () => {
  const { catalog, path } = openTestCatalog()
  importExample(catalog, { rows: { 1: a } })
  catalog.close()
  {
    using before = openSqlite(path, { use: 'owned' })
    before.exec('alter table dataset drop column withdrawals; create table withdrawal_history (digest text not null)')
    before.exec('drop table retirement; drop table retirements_kept; pragma user_version = 1')
    before.exec("insert into withdrawal_history values ('abc')")
  }
  using updated = Catalog.open(path, clock)
  using snapshot = updated.snapshot()
  const [dataset, ...others] = snapshot.datasets()
  assert.deepEqual([dataset!.withdrawals, others], ['abc', []])
})

test('two commands cannot work on one catalog at the same time', () => {
  const { catalog, path } = openTestCatalog()
  importExample(catalog, { rows: { 1: a } })
  using _snapshot = catalog.snapshot()
  const other = Catalog.open(path, clock)
  const message = 'the catalog is being written by another command. Wait until it ends, then try again.'
  assert.throws(() => importExample(other, { rows: { 2: b } }), { message })
  other.close()
})
