import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decodeCompany } from '../records/canonical.ts'
import type { Company } from '../records/company.ts'
import { ON_UNKNOWN_DAY } from '../records/unknown-day.ts'
import { openSqlite } from '../storage/storage.ts'
import { Catalog, type RunningImport, sumRecords } from './catalog.ts'
import { clock, openTestCatalog, readRecords } from './testing/open-test-catalog.ts'
import { EXAMPLE_COMPANIES, exampleCompany, exampleFileHash, importExample } from './testing/sets.ts'

const a = exampleCompany({ ico: '00000001', name: 'Alfa' })
const b = exampleCompany({ ico: '00000002', name: 'Beta' })
const c = exampleCompany({ ico: '00000003', name: 'Gama' })
const renamed = exampleCompany({ ico: '00000001', name: 'Alfa Nova' })

/** An import that has begun and of which nothing is written yet. */
function begunImport(catalog: Catalog): RunningImport {
  const begun = catalog.beginImport(
    {
      dataset: EXAMPLE_COMPANIES,
      scope: '',
      coverage: 'full',
      complete: true,
      observedOn: '2026-07-04',
      projectionVersion: '1',
      invented: false,
      files: [{ name: 'x', bytes: 1, sha256: 'x', fetchedAt: '' }],
    },
    { allowGap: false },
  )
  assert(begun.outcome === 'begun')
  return begun.running
}

describe('a full set', () => {
  test('imported twice changes nothing', () => {
    const { catalog } = openTestCatalog()
    const set = { rows: new Map([[1, a]]) }
    assert.equal(importExample(catalog, set).outcome, 'imported')
    const before = readRecords(catalog)
    assert.equal(importExample(catalog, set).outcome, 'already_imported')
    assert.deepEqual(readRecords(catalog), before)
  })

  test('counts new, changed, unchanged and retired records, and keeps earlier versions', () => {
    const { catalog, path } = openTestCatalog()
    importExample(catalog, {
      rows: new Map([
        [1, a],
        [2, b],
        [3, c],
      ]),
    })
    const second = importExample(catalog, {
      rows: new Map([
        [1, renamed],
        [2, b],
        [4, c],
      ]),
      observedOn: '2026-07-04',
    })
    assert(second.outcome === 'imported')
    const { added, changed, unchanged, retired } = second.counts
    assert.deepEqual({ added, changed, unchanged, retired }, { added: 1, changed: 1, unchanged: 1, retired: 1 })
    assert.equal(readRecords(catalog).get(3)?.retired, true)
    assert.equal(readRecords(catalog).get(1)?.company.name, 'Alfa Nova')
    catalog.close()
    const database = openSqlite(path, { use: 'frozen' })
    const revisions = database
      .prepare<readonly [number, number, string]>('select key, ended_in, body from revision')
      .all()
    assert.deepEqual(
      revisions.map(([key, endedIn, body]) => [key, endedIn, decodeCompany(body).name]),
      [[1, second.generation, 'Alfa']],
    )
    database.close()
  })

  test('that is not known to be complete retires nothing', () => {
    const { catalog } = openTestCatalog()
    importExample(catalog, {
      rows: new Map([
        [1, a],
        [2, b],
      ]),
    })
    importExample(catalog, {
      rows: new Map([[1, a]]),
      observedOn: '2026-07-04',
      complete: false,
      finish: { allowShrink: true },
    })
    assert.equal(readRecords(catalog).get(2)?.retired, false)
  })

  test('brings a retired record back when the source has it again', () => {
    const { catalog } = openTestCatalog()
    importExample(catalog, {
      rows: new Map([
        [1, a],
        [2, b],
      ]),
    })
    importExample(catalog, { rows: new Map([[1, a]]), observedOn: '2026-07-04', finish: { allowShrink: true } })
    const third = importExample(catalog, {
      rows: new Map([
        [1, a],
        [2, b],
      ]),
      observedOn: '2026-08-01',
    })
    assert(third.outcome === 'imported')
    assert.equal(third.counts.returned, 1)
    assert.equal(readRecords(catalog).get(2)?.retired, false)
  })

  test('retires only in its own scope', () => {
    const { catalog } = openTestCatalog()
    importExample(catalog, {
      scope: 'SK010',
      rows: new Map([
        [1, a],
        [2, b],
      ]),
    })
    importExample(catalog, { scope: 'SK021', rows: new Map([[3, c]]) })
    importExample(catalog, { scope: 'SK021', rows: new Map([[4, c]]), observedOn: '2026-07-04' })
    const standing = readRecords(catalog)
    assert.deepEqual(
      [1, 2, 3, 4].map((key) => standing.get(key)!.retired),
      [false, false, true, false],
    )
  })

  test('with over 1 % fewer records is refused whole, unless the operator confirms it', () => {
    const { catalog } = openTestCatalog()
    const many = new Map(Array.from({ length: 200 }, (_, i) => [i, exampleCompany({ name: `Firma ${i}` })] as const))
    importExample(catalog, { rows: many })
    const before = readRecords(catalog)
    const fewer = { rows: new Map([...many].slice(3)), observedOn: '2026-07-04' }
    assert.throws(() => importExample(catalog, fewer), {
      message: /^the set has 197 records, the previous one had 200: nothing was imported/,
    })
    assert.deepEqual(readRecords(catalog), before)
    assert.equal(importExample(catalog, { ...fewer, finish: { allowShrink: true } }).outcome, 'imported')
  })

  test('with over 1 % rejected rows is refused whole', () => {
    const { catalog } = openTestCatalog()
    const rows = new Map(Array.from({ length: 98 }, (_, i) => [i, exampleCompany({ name: `Firma ${i}` })] as const))
    assert.throws(() => importExample(catalog, { rows, rejected: 2 }), {
      message: /^2 of 100 rows were rejected, more than 1 %/,
    })
    assert.equal(readRecords(catalog).size, 0)
    assert.equal(importExample(catalog, { rows, rejected: 2, finish: { rejectShareMax: 0.02 } }).outcome, 'imported')
  })

  test('older than the last one is a step back', () => {
    const { catalog } = openTestCatalog()
    importExample(catalog, { rows: new Map([[1, a]]), observedOn: '2026-07-04' })
    assert.deepEqual(importExample(catalog, { rows: new Map([[1, renamed]]), observedOn: '2026-06-06' }), {
      outcome: 'step_back',
      applied: '2026-07-04',
    })
  })

  test('read by another version of the reader changes only the records that differ', () => {
    const { catalog } = openTestCatalog()
    importExample(catalog, {
      rows: new Map([
        [1, a],
        [2, b],
      ]),
    })
    const again = importExample(catalog, {
      rows: new Map([
        [1, a],
        [2, b],
      ]),
      projectionVersion: '2',
    })
    assert(again.outcome === 'imported')
    assert.deepEqual([again.counts.unchanged, again.counts.changed, again.counts.retired], [2, 0, 0])
  })

  test('that dies before its end leaves the catalog as it was', () => {
    const { catalog, path } = openTestCatalog()
    importExample(catalog, { rows: new Map([[1, a]]) })
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
    importExample(catalog, { rows: new Map([[1, a]]) })
    assert.deepEqual(importExample(catalog, { scope: 'other', rows: new Map([[2, b]]), invented: true }), {
      outcome: 'mixed',
    })
  })
})

describe('a known row and another row of the same key in one set', () => {
  const first = {
    rows: new Map([
      [1, a],
      [2, b],
    ]),
  }
  for (const [order, rows] of [
    [
      'the known row first',
      [
        [1, a],
        [1, renamed],
        [2, b],
      ],
    ],
    [
      'the known row last',
      [
        [1, renamed],
        [2, b],
        [1, a],
      ],
    ],
  ] as const) {
    test(`${order}: the other row counts, the known one is rejected, each once`, () => {
      const { catalog } = openTestCatalog()
      importExample(catalog, first)
      const rejected: number[] = []
      const finish = { rejectShareMax: 1, onDuplicates: (keys: readonly number[]) => void rejected.push(...keys) }
      const second = importExample(catalog, { rows, observedOn: '2026-07-04', finish })
      assert(second.outcome === 'imported')
      const { changed, unchanged, rejected: count, retired } = second.counts
      assert.deepEqual({ changed, unchanged, count, retired }, { changed: 1, unchanged: 1, count: 1, retired: 0 })
      assert.equal(sumRecords(second.counts), 2)
      assert.deepEqual(rejected, [1])
      assert.equal(readRecords(catalog).get(1)?.company.name, 'Alfa Nova')
    })
  }
})

test('a rejected or skipped row does not retire its record', () => {
  const { catalog } = openTestCatalog()
  importExample(catalog, {
    rows: new Map([
      [1, a],
      [2, b],
    ]),
  })
  const finish = { allowShrink: true, rejectShareMax: 1 }
  importExample(catalog, { rows: new Map([[1, a]]), observedOn: '2026-07-04', rejected: 1, spared: [2], finish })
  assert.equal(readRecords(catalog).get(2)?.retired, false)
})

test('a full set without a single record is refused', () => {
  const { catalog } = openTestCatalog()
  assert.throws(() => importExample(catalog, { rows: new Map() }), { message: /the set has no records/ })
})

test('a row that only an older full set had is imported again: the source may have returned to it', () => {
  const { catalog } = openTestCatalog()
  const first = { rows: new Map([[1, a]]), observedOn: null }
  importExample(catalog, first)
  const hashOf = (set: typeof first) => exampleFileHash(set)
  assert.equal(catalog.hasFile('sk-rpo', hashOf(first)), true)
  importExample(catalog, { rows: new Map([[1, renamed]]), observedOn: null })
  assert.equal(catalog.hasFile('sk-rpo', hashOf(first)), false)
})

describe('an end date', () => {
  test('ends the known record, and is ignored for an unknown one', () => {
    const { catalog } = openTestCatalog()
    importExample(catalog, {
      rows: new Map([
        [1, a],
        [2, b],
      ]),
    })
    const second = importExample(catalog, {
      rows: new Map<number, Company | string>([
        [1, '2026-06-30'],
        [2, b],
        [7, '2020-01-01'],
      ]),
      observedOn: '2026-07-04',
    })
    assert(second.outcome === 'imported')
    assert.equal(second.counts.ended, 1)
    assert.equal(second.counts.skipped, 1)
    assert.deepEqual(readRecords(catalog).get(1)?.company, { ...a, dissolvedOn: '2026-06-30' })
  })

  test('that is unknown ends an active record, and keeps the day of an ended one', () => {
    const { catalog } = openTestCatalog()
    const ended = { ...b, dissolvedOn: '2020-02-02' }
    importExample(catalog, {
      rows: new Map([
        [1, a],
        [2, ended],
      ]),
    })
    importExample(catalog, {
      rows: new Map([
        [1, ''],
        [2, ''],
      ]),
      observedOn: '2026-07-04',
    })
    const standing = readRecords(catalog)
    assert.deepEqual(standing.get(1)?.company, { ...a, dissolvedOn: ON_UNKNOWN_DAY })
    assert.deepEqual(standing.get(2)?.company, ended)
  })

  test('stays after the row has left the source', () => {
    const { catalog } = openTestCatalog()
    importExample(catalog, {
      rows: new Map([
        [1, a],
        [2, b],
      ]),
    })
    importExample(catalog, {
      rows: new Map<number, Company | string>([
        [1, '2026-06-30'],
        [2, b],
      ]),
      observedOn: '2026-07-04',
    })
    importExample(catalog, { rows: new Map([[2, b]]), observedOn: '2026-08-01', finish: { allowShrink: true } })
    const standing = readRecords(catalog).get(1)!
    assert.deepEqual([standing.company.dissolvedOn, standing.retired], ['2026-06-30', true])
  })
})

test('a catalog with one history of withdrawals for all datasets gives it to each of them', () => {
  const { catalog, path } = openTestCatalog()
  importExample(catalog, { rows: new Map([[1, a]]) })
  catalog.close()
  {
    using before = openSqlite(path, { use: 'owned' })
    before.exec('alter table dataset drop column withdrawals; create table withdrawal_history (digest text not null)')
    before.exec("insert into withdrawal_history values ('abc'); pragma user_version = 1")
  }
  using updated = Catalog.open(path, clock)
  using snapshot = updated.snapshot()
  assert.deepEqual(
    snapshot.datasets().map(({ withdrawals }) => withdrawals),
    ['abc'],
  )
})

test('two commands cannot work on one catalog at the same time', () => {
  const { catalog, path } = openTestCatalog()
  importExample(catalog, { rows: new Map([[1, a]]) })
  using _snapshot = catalog.snapshot()
  const other = Catalog.open(path, clock)
  assert.throws(() => importExample(other, { rows: new Map([[2, b]]) }), {
    message: 'the catalog is being written by another command. Wait until it ends, then try again.',
  })
  other.close()
})
