import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BudgetWarnings } from './budget-warnings.ts'

function watched() {
  const logged: object[] = []
  const nothing = () => undefined
  const log = { error: nothing, info: nothing, debug: nothing, warn: (facts: object) => void logged.push(facts) }
  const warnings = new BudgetWarnings(log)
  /** Looks at the used units of each owner. Returns what was logged, and the shares after that. */
  const look = (units: Readonly<Record<string, number>>, unitsDaily: number | null = 1_000) => {
    logged.length = 0
    const budgets = Object.keys(units).map((owner) => ({ owner, unitsDaily, addressUnitsDaily: null }))
    for (const budget of budgets) warnings.look([budget], ({ owner }) => units[owner]!)
    warnings.endRound()
    return [[...logged], Object.fromEntries(warnings.shares)]
  }
  return { look }
}

const warned = (owner: string, units: number, percent: number) => ({ owner, units, unitsDaily: 1_000, percent })

test('the log has one line for half, four fifths and the whole of a budget; metrics show the share from half on', () => {
  const { look } = watched()
  assert.deepEqual(look({ a: 499 }), [[], {}])
  assert.deepEqual(look({ a: 500 }), [[warned('a', 500, 50)], { a: 0.5 }])
  assert.deepEqual(look({ a: 799 }), [[], { a: 0.799 }])
  assert.deepEqual(look({ a: 800, b: 1_000 }), [[warned('a', 800, 80), warned('b', 1_000, 100)], { a: 0.8, b: 1 }])
  assert.deepEqual(look({ a: 1_000, b: 900 }), [[warned('a', 1_000, 100)], { a: 1, b: 0.9 }])
})

test('a share is warned about again only after much of the budget was refilled', () => {
  const { look } = watched()
  assert.deepEqual(look({ a: 500 })[0], [warned('a', 500, 50)])
  assert.deepEqual(look({ a: 400 })[0], [])
  assert.deepEqual(look({ a: 500 })[0], [])
  assert.deepEqual(look({ a: 200 })[0], [])
  assert.deepEqual(look({ a: 500 })[0], [warned('a', 500, 50)])
})

test('without a budget nothing is logged or measured', () => {
  const { look } = watched()
  assert.deepEqual(look({ a: 1_000_000 }, null), [[], {}])
})
