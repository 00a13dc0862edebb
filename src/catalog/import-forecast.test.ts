import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { describe, test } from 'node:test'
import { ImportForecast } from './import-forecast.ts'
import { clock, openTestCatalog } from './testing/open-test-catalog.ts'
import { type ExampleSet, exampleCompany, examplePlan, importExample } from './testing/sets.ts'

const rowsOf = (...keys: number[]) =>
  Object.fromEntries(keys.map((key) => [key, exampleCompany({ name: `Vzorka ${key}` })]))
const FULL: ExampleSet = { rows: rowsOf(1, 2, 3), observedOn: '2026-06-06' }
const daily = (day: string): ExampleSet => ({ rows: rowsOf(2), observedOn: day, coverage: 'changes' })

const SEQUENCES: readonly (readonly [string, readonly ExampleSet[]])[] = [
  ['a full set twice', [FULL, FULL]],
  ['a daily without a full set', [daily('2026-06-07')]],
  ['a full set and its dailies', [FULL, daily('2026-06-07'), daily('2026-06-08')]],
  ['a missing day', [FULL, daily('2026-06-08')]],
  ['an older full set', [FULL, { ...FULL, observedOn: '2026-05-02' }]],
  ['invented data after real data', [FULL, { ...daily('2026-06-07'), invented: true }]],
  ['a partial set after a complete one', [FULL, { ...FULL, rows: rowsOf(1, 2, 3, 4), complete: false }, FULL]],
]

describe('a forecast decides as the import of the same sets does', () => {
  for (const [name, sets] of SEQUENCES) {
    test(`${name}, each set imported before the next is decided`, () => {
      const { catalog, path } = openTestCatalog()
      for (const set of sets) {
        const decision = new ImportForecast(path, clock).decide(examplePlan(set), { allowGap: false })
        const { outcome } = importExample(catalog, set)
        assert.equal(decision.outcome, outcome === 'imported' ? 'import' : outcome)
      }
    })

    test(`${name}, without a catalog`, () => {
      const { catalog } = openTestCatalog()
      const forecast = new ImportForecast('/nowhere/catalog.db', clock)
      for (const set of sets) {
        const decision = forecast.decide(examplePlan(set), { allowGap: false })
        const { outcome } = importExample(catalog, set)
        assert.equal(decision.outcome, outcome === 'imported' ? 'import' : outcome)
        if (outcome === 'imported') forecast.assumeImported(examplePlan(set), Object.keys(set.rows).length)
      }
    })
  }
})

test('a set is compared with the last complete one, and known keys are those of the catalog', () => {
  const { catalog, path } = openTestCatalog()
  importExample(catalog, FULL)
  const partial = { ...FULL, observedOn: '2026-06-07', rows: rowsOf(1, 2, 3, 4, 5), complete: false }
  importExample(catalog, partial)
  const forecast = new ImportForecast(path, clock)
  assert.equal(forecast.recordsBefore(examplePlan(FULL)), 3)
  assert.deepEqual([...forecast.knownKeys(examplePlan(FULL), [0, 1, 5, 6])!], [1, 5])
  forecast.assumeImported(examplePlan(FULL), 7)
  assert.equal(forecast.recordsBefore(examplePlan(FULL)), 7)
  assert.equal(new ImportForecast('/nowhere/catalog.db', clock).recordsBefore(examplePlan(FULL)), 0)
})

test('a forecast changes nothing in the catalog, and refuses one that it cannot read', () => {
  const { catalog, path } = openTestCatalog()
  importExample(catalog, FULL)
  const before = statSync(path).mtimeMs
  new ImportForecast(path, clock).decide(examplePlan(FULL), { allowGap: false })
  assert.equal(statSync(path).mtimeMs, before)
  const forecast = new ImportForecast(import.meta.filename, clock)
  assert.throws(() => forecast.decide(examplePlan(FULL), { allowGap: false }), { name: 'InputError' })
})
