import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BrowserSpending, type BudgetSettings, resolveBrowserBudget, UnitCounts } from '../limits/limits.ts'
import { parseIp } from '../network/ip.ts'

const ENDS_AT_MS = 1_795_000_000_000
const ip = (text: string) => parseIp(text)!

describe('the daily budget of browser sessions', () => {
  const project = { id: 'prj_1', settings: undefined }
  const account = (allowanceUnits: number) => ({ id: 'acc_1', settings: undefined, allowanceUnits })

  test('is a tenth of the allowance and at least 1 000 units; a tenth of it is for one address', () => {
    for (const [allowance, all, address] of [
      [0, 1_000, 100],
      [10_009, 1_000, 100],
      [100_000, 10_000, 1_000],
      [1_000_000_000_000, 100_000_000_000, 10_000_000_000],
    ] as const)
      assert.deepEqual(resolveBrowserBudget(project, account(allowance)), {
        owner: 'acc_1',
        unitsDaily: all,
        addressUnitsDaily: address,
      })
  })

  test('a project’s own budget takes nothing from the account, and has a part for one address only if one is set', () => {
    const own = (settings: BudgetSettings) => resolveBrowserBudget({ id: 'prj_1', settings }, account(100_000))
    assert.deepEqual(own({ all: 70 }), { owner: 'prj_1', unitsDaily: 70, addressUnitsDaily: null })
    assert.deepEqual(own({ all: null }), { owner: 'prj_1', unitsDaily: null, addressUnitsDaily: null })
    assert.deepEqual(own({ all: 70, address: 7 }), { owner: 'prj_1', unitsDaily: 70, addressUnitsDaily: 7 })
  })
})

describe('spending within a daily budget', () => {
  const budget = { owner: 'acc_1', unitsDaily: 30, addressUnitsDaily: 12 }
  const spending = (nodes = 1) => {
    const day = { endsAtMs: ENDS_AT_MS, counts: UnitCounts.make(64).memory }
    return { day, one: new BrowserSpending(day, () => nodes) }
  }

  test('is used up for one address first and then for all; a refusal names which, and the end of the day', () => {
    const { one, day } = spending()
    const other = new BrowserSpending(day, () => 1)
    const take = (from: string, units: number, at = one) => {
      const taken = at.take(budget, ip(from), units)
      return taken.outcome === 'spent' ? `${taken.part} until ${taken.endsAtMs - ENDS_AT_MS}` : taken.outcome
    }
    assert.deepEqual(
      [take('192.0.2.1', 10), take('192.0.2.1', 10, other), take('192.0.2.1', 2, other)],
      [...['taken', 'address until 0', 'taken']],
    )
    assert.deepEqual(
      [take('2001:db8::1', 11), take('2001:db8::ffff', 2), take('2001:db8:0:1::1', 8)],
      [...['taken', 'address until 0', 'all until 0']],
    )
    assert.deepEqual([take('2001:db8:0:1::1', 7), take('198.51.100.1', 1)], ['taken', 'all until 0'])
  })

  test('gives returned units to the address and to all again; a refused request takes none', () => {
    const { one } = spending()
    const first = one.take(budget, ip('192.0.2.1'), 12)
    assert(first.outcome === 'taken')
    assert.equal(one.take(budget, ip('192.0.2.2'), 10).outcome, 'taken')
    for (let i = 0; i < 5; i++) assert.equal(one.take(budget, ip('192.0.2.3'), 10).outcome, 'spent')
    first.returnUnits()
    assert.equal(one.take(budget, ip('192.0.2.3'), 10).outcome, 'taken')
    assert.equal(one.take(budget, ip('192.0.2.1'), 10).outcome, 'taken')
    assert.equal(one.take(budget, ip('192.0.2.1'), 1).outcome, 'spent')
  })

  test('gives an address a share at each server, and no more than its part at all of them', () => {
    const { one } = spending(3)
    for (let i = 0; i < 4; i++) assert.equal(one.take(budget, ip('192.0.2.1'), 1).outcome, 'taken')
    assert.equal(one.take(budget, ip('192.0.2.1'), 1).outcome, 'spent')
  })

  test('starts again each day, and a delayed return of yesterday adds nothing to today', () => {
    const { one } = spending()
    const delayed = one.take(budget, ip('192.0.2.1'), 12)
    assert(delayed.outcome === 'taken')
    one.begin({ endsAtMs: ENDS_AT_MS + 1, counts: UnitCounts.make(64).memory })
    assert.equal(one.take(budget, ip('192.0.2.1'), 12).outcome, 'taken')
    delayed.returnUnits()
    assert.equal(one.take(budget, ip('192.0.2.1'), 1).outcome, 'spent')
  })

  test('refuses nothing without a limit', () => {
    const { one } = spending()
    const none = { owner: 'prj_1', unitsDaily: null, addressUnitsDaily: null }
    for (let i = 0; i < 100; i++) assert.equal(one.take(none, ip('192.0.2.1'), 10).outcome, 'taken')
  })
})
