import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Company } from '../records/company.ts'
import { fc } from '../stdx/testing/properties.ts'
import { openTestCatalog, type RecordState, readRecords } from './testing/open-test-catalog.ts'
import { exampleCompany, importExample } from './testing/sets.ts'

/** The stupid catalog: maps, and every rule in the most obvious words. */
class Model {
  readonly records = new Map<number, RecordState & { observedOn: string }>()
  apply(rows: ReadonlyMap<number, Company>, observedOn: string, coverage: 'full' | 'changes'): void {
    for (const [key, company] of rows) {
      const known = this.records.get(key)
      if (known !== undefined && observedOn < known.observedOn) continue
      // Data that confirm a record tell of it as much as data that change it.
      this.records.set(key, { company, retired: false, withdrawn: false, observedOn })
    }
    if (coverage === 'changes') return
    for (const [key, known] of this.records) {
      if (!rows.has(key) && known.observedOn <= observedOn) this.records.set(key, { ...known, retired: true })
    }
  }
}

test('any history of imports leaves what the rules say (150 histories)', () => {
  const row = fc.record({ key: fc.nat(9), version: fc.nat(2) })
  const rows = fc.uniqueArray(row, { selector: ({ key }) => key })
  const someRows = rows.filter((list) => list.length !== 0)
  const [full, reread, late] = [fc.boolean(), fc.boolean(), fc.boolean()]
  const step = fc.record({ full, rows, reread, back: fc.nat(3), skip: fc.nat(2), late })
  const history = fc.array(step, { maxLength: 8 })
  fc.assert(
    fc.property(someRows, history, (first, steps) => {
      const { catalog } = openTestCatalog()
      const model = new Model()
      let lastFull = 1
      let last = 0
      for (const step of [{ full: true, rows: first, reread: false, back: 0, skip: 0, late: false }, ...steps]) {
        if (step.full && step.rows.length === 0) continue
        // An init may be older than the dailies that were applied meanwhile, but not than the init before.
        // Changes may leave days out, or be those of a day that was left out.
        const [missing] = catalog.standing('sk-rpo').missingDays
        const lateDay = step.late && missing !== undefined ? Number(missing.slice(-2)) : undefined
        const day = step.full ? Math.max(lastFull, last + 1 - step.back) : (lateDay ?? last + 1 + step.skip)
        if (step.full) lastFull = day
        last = Math.max(last, day)
        const observedOn = `2026-06-${String(day).padStart(2, '0')}`
        const companyOf = (key: number, version: number) => exampleCompany({ name: `Firma ${key} ${version}` })
        const companies = new Map(step.rows.map(({ key, version }) => [key, companyOf(key, version)]))
        const coverage = step.full ? 'full' : 'changes'
        const outcome = importExample(catalog, {
          rows: companies,
          observedOn,
          coverage,
          allowGap: true,
          projectionVersion: step.reread ? `${day}` : 'same',
          finish: { allowShrink: true },
        })
        if (outcome.outcome === 'already_imported') continue
        assert.equal(outcome.outcome, 'imported')
        model.apply(companies, observedOn, coverage)
      }
      const expected = [...model.records].map(([key, { observedOn: _, ...state }]) => [key, state] as const)
      assert.deepEqual(readRecords(catalog), new Map(expected))
      catalog.close()
    }),
    { numRuns: 150 },
  )
})
