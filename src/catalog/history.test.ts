import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Company } from '../records/company.ts'
import { exampleCompany, importExample } from './example-sets.ts'
import { freshCatalog, type Standing, standingOf } from './fresh-catalog.ts'

/** The stupid catalog: maps, and every rule in the most obvious words. */
class Model {
  readonly records = new Map<number, Standing & { observedOn: string }>()
  apply(rows: ReadonlyMap<number, Company>, observedOn: string, coverage: 'full' | 'changes'): void {
    for (const [key, company] of rows) {
      const known = this.records.get(key)
      if (known !== undefined && observedOn < known.observedOn) continue
      const same = known !== undefined && JSON.stringify(known.company) === JSON.stringify(company)
      this.records.set(key, {
        company,
        retired: false,
        withdrawn: false,
        observedOn: same ? known.observedOn : observedOn,
      })
    }
    if (coverage === 'changes') return
    for (const [key, known] of this.records) {
      if (!rows.has(key) && known.observedOn <= observedOn) this.records.set(key, { ...known, retired: true })
    }
  }
}

test('any history of imports leaves what the rules say (150 histories)', () => {
  const rows = fc.uniqueArray(
    fc.record({ key: fc.integer({ min: 0, max: 9 }), version: fc.integer({ min: 0, max: 2 }) }),
    { selector: ({ key }) => key },
  )
  const history = fc.array(fc.record({ full: fc.boolean(), rows, reread: fc.boolean() }), { maxLength: 8 })
  fc.assert(
    fc.property(rows, history, (first, steps) => {
      const { catalog } = freshCatalog()
      const model = new Model()
      let day = 1
      for (const step of [{ full: true, rows: first, reread: false }, ...steps]) {
        const observedOn = `2026-06-${String(day).padStart(2, '0')}`
        const companies = new Map(
          step.rows.map(({ key, version }) => [key, exampleCompany({ name: `Firma ${key} ${version}` })]),
        )
        const coverage = step.full ? 'full' : 'changes'
        const outcome = importExample(catalog, {
          rows: companies,
          observedOn,
          coverage,
          projectionVersion: step.reread ? `${day}` : 'same',
          finish: { allowShrink: true },
        })
        assert.equal(outcome.outcome, 'imported')
        model.apply(companies, observedOn, coverage)
        day += 1
      }
      const expected = new Map(
        [...model.records].map(([key, { company, retired, withdrawn }]) => [key, { company, retired, withdrawn }]),
      )
      const sorted = (map: Map<number, Standing>) => [...map].toSorted(([x], [y]) => x - y)
      assert.deepEqual(sorted(standingOf(catalog)), sorted(expected))
      catalog.close()
    }),
    { numRuns: 150 },
  )
})
