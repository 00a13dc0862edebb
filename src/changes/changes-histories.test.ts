import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestCatalog } from '../catalog/testing/open-test-catalog.ts'
import { exampleCompany, importWhole } from '../catalog/testing/sets.ts'
import { COUNTRIES, KINDS } from '../records/country.ts'
import { fc } from '../stdx/testing/properties.ts'
import { findChanges } from './changes.ts'

const company = fc.record({
  name: fc.constantFrom('Alfa', 'Alfa', 'Beta'),
  municipality: fc.constantFrom('Vzorky', 'Príklady'),
  dissolvedOn: fc.constantFrom(null, '2026-05-05'),
  legalForm: fc.constantFrom(null, ...['112', '112', '121'].map((code) => ({ code, name: null, codelist: null }))),
})
/** Both keys have one number. */
const rows = fc.dictionary(fc.constantFrom('1', '2'), company, { minKeys: 1 })
const step = fc.record({
  rows,
  coverage: fc.constantFrom('full' as const, 'changes' as const),
  projectionVersion: fc.constantFrom('1', '1', '1', '2'),
  isWithdrawn: fc.constantFrom(true, false, false),
  isRestored: fc.boolean(),
})

test('any history of second registrations, persons and restorations: each change came between the moments, once (400 histories)', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 7 }), fc.nat(), fc.nat(), (steps, one, two) => {
      const { catalog } = openTestCatalog()
      const find = () => catalog.find({ country: 'sk', ico: '00000001' })
      const moments = steps.map(({ rows, coverage, projectionVersion, isWithdrawn, isRestored }, i) => {
        const companies = Object.entries(rows).map(([key, { municipality, ...fields }]) => {
          const seat = { ...exampleCompany().seat, municipality }
          return [Number(key), exampleCompany({ ...fields, seat })] as const
        })
        const observedOn = `2026-06-0${i + 1}`
        const how = { projectionVersion, observedOn, finish: { allowShrink: true } }
        const set = { rows: companies, coverage: i === 0 ? ('full' as const) : coverage, ...how }
        const { generation } = importWhole(catalog, set)
        for (const target of isWithdrawn ? find() : []) catalog.withdraw(target, 'asked for')
        for (const target of isRestored ? find() : []) catalog.restore(target)
        return { generation, observedOn, at: '2099' }
      })
      const [from, to] = [one % steps.length, two % steps.length].toSorted((a, b) => a - b) as [number, number]
      const [since, until] = [moments[from]!, moments[to]!]
      const history = catalog.history()
      const changes = [...findChanges(history, { since, until, countries: COUNTRIES, kinds: KINDS, listed: undefined })]
      history.close()
      catalog.close()
      const told = changes.filter((change) => change !== undefined)
      for (const { registerDay, what, before, after } of told) {
        assert(since.observedOn < registerDay! && registerDay! <= until.observedOn, `${what} of ${registerDay}`)
        assert(before === null || before !== after, what)
      }
      assert.equal(new Set(told.map(({ id, what }) => `${id} ${what}`)).size, told.length)
    }),
    { numRuns: 400 },
  )
})
