import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openTestCatalog } from './testing/open-test-catalog.ts'
import { EXAMPLE_COMPANIES, type ExampleSet, exampleCompany, importExample, importWhole } from './testing/sets.ts'

describe('the first full set of a register whose size is known', () => {
  const dataset = { ...EXAMPLE_COMPANIES, fullSetRows: 1000 }
  const rowsOf = (count: number) =>
    Array.from({ length: count }, (_, key) => [key, exampleCompany({ name: `Firma ${key}` })] as const)
  test('is imported with a warning if it lacks over 5 % of the expected rows and the catalog has no record', () => {
    const { catalog } = openTestCatalog()
    const small = importWhole(catalog, { dataset, rows: rowsOf(949) })
    assert.match(small.counts.short!, /^the set has 949 rows, the register is known to have 1000\./)
    const whole = importWhole(catalog, { dataset, rows: rowsOf(1000), observedOn: '2026-07-04' })
    assert.equal(whole.counts.short, null)
    const cut = { dataset, rows: rowsOf(949), observedOn: '2026-08-01' }
    assert.throws(() => importExample(catalog, cut), /nothing was imported.*--allow-shrink/)
  })

  const taken: readonly (readonly [string, Partial<ExampleSet>])[] = [
    ['with 95 % of it is imported', { rows: rowsOf(950) }],
    ['counts rejected and skipped rows too', { rows: rowsOf(900), rejected: 100, finish: { rejectShareMax: 1 } }],
    ['may be a sample of any size', { rows: rowsOf(3), invented: true }],
  ]
  for (const [what, set] of taken) {
    test(what, () => {
      const { catalog } = openTestCatalog()
      importWhole(catalog, { dataset, rows: [], ...set })
    })
  }

  test('may be followed by a daily of any size', () => {
    const { catalog } = openTestCatalog()
    importExample(catalog, { dataset, rows: rowsOf(1000) })
    const daily = { dataset, rows: rowsOf(1), coverage: 'changes' as const, observedOn: '2026-06-07' }
    importWhole(catalog, daily)
  })
})
