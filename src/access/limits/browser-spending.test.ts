import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fc } from '../../stdx/testing/properties.ts'
import { DAY_MS } from '../../stdx/time-units.ts'
import { BrowserSpending, type BudgetSettings, LimitTable, resolveBrowserBudget } from '../limits/limits.ts'
import { parseIp } from '../network/ip.ts'

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

describe('spending within a budget', () => {
  const budget = { owner: 'acc_1', unitsDaily: 30, addressUnitsDaily: 12 }
  const spending = (servers = 1) => {
    const clock = { ms: 1_000_000 }
    const table = LimitTable.make({ entries: 1024, nowMs: clock.ms })
    const open = () => new BrowserSpending(table, { servers: () => servers, nowMs: () => clock.ms })
    return { clock, table, one: open(), other: open() }
  }
  const takeAll = (one: BrowserSpending, from: string, units = 1) => {
    let taken = 0
    while (one.take(budget, ip(from), units).outcome === 'taken') taken += units
    return taken
  }

  test('is used up for one address first and then for all threads together; a refusal names which', () => {
    const { one, other } = spending()
    const take = (from: string, units: number, at = one) => {
      const taken = at.take(budget, ip(from), units)
      return taken.outcome === 'spent' ? taken.part : taken.outcome
    }
    assert.deepEqual(
      [take('192.0.2.1', 10), take('192.0.2.1', 10, other), take('192.0.2.1', 2, other)],
      [...['taken', 'address', 'taken']],
    )
    assert.deepEqual(
      [take('2001:db8::1', 11), take('2001:db8::ffff', 2), take('2001:db8:0:1::1', 8)],
      [...['taken', 'address', 'all']],
    )
    assert.deepEqual([take('2001:db8:0:1::1', 7), take('198.51.100.1', 1)], ['taken', 'all'])
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
    assert.equal(one.take(budget, ip('192.0.2.1'), 10).outcome, 'spent')
  })

  test('gives a share at each server, and no more than the budget at all of them', () => {
    const { one } = spending(3)
    assert.equal(takeAll(one, '192.0.2.1'), 4)
    assert.equal(
      [2, 3, 4].reduce((sum, i) => sum + takeAll(one, `192.0.2.${i}`), 4),
      10,
    )
  })

  test('is refilled over a day: whatever a scraper does, in any day it gets at most twice the budget', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: DAY_MS / 4 }), { minLength: 1, maxLength: 40 }), (waits) => {
        const { one, clock } = spending()
        const taken: { ms: number; units: number }[] = []
        for (const ms of waits) {
          clock.ms += ms
          taken.push({ ms: clock.ms, units: [1, 2, 3, 4].reduce((sum, i) => sum + takeAll(one, `192.0.2.${i}`), 0) })
        }
        for (const from of taken) {
          const inDay = taken.filter(({ ms }) => from.ms <= ms && ms < from.ms + DAY_MS)
          assert(inDay.reduce((sum, { units }) => sum + units, 0) <= 2 * budget.unitsDaily)
        }
      }),
    )
  })

  test('of which a share is less than one request still lets one go on each server, if the whole budget has room', () => {
    const { one } = spending(8)
    const small = { ...budget, unitsDaily: 60, addressUnitsDaily: null }
    assert.equal(one.take(small, ip('192.0.2.1'), 10).outcome, 'taken')
    assert.equal(one.take(small, ip('192.0.2.1'), 10).outcome, 'spent')
    assert.equal(one.take({ ...small, unitsDaily: 9 }, ip('192.0.2.1'), 10).outcome, 'spent')
  })

  test('begins anew when the operator changes it', () => {
    const { one } = spending()
    const used = [1, 2, 3, 4].reduce((sum, i) => sum + takeAll(one, `192.0.2.${i}`), 0)
    assert.equal(used, budget.unitsDaily)
    const larger = { ...budget, unitsDaily: 2 * budget.unitsDaily }
    assert.equal(one.usedUnits(larger), 0)
    assert.equal(one.take(larger, ip('192.0.2.5'), 1).outcome, 'taken')
  })

  test('says after how long a request fits again, which is true', () => {
    const { one, clock } = spending()
    takeAll(one, '192.0.2.1', 3)
    const refused = one.take(budget, ip('192.0.2.1'), 3)
    assert(refused.outcome === 'spent' && refused.part === 'address')
    clock.ms += refused.retryAfterMs - 60_000
    assert.equal(one.take(budget, ip('192.0.2.1'), 3).outcome, 'spent')
    clock.ms += 60_000
    assert.equal(one.take(budget, ip('192.0.2.1'), 3).outcome, 'taken')
  })

  test('refuses nothing without a limit, and knows what is used with one', () => {
    const { one } = spending()
    const none = { owner: 'prj_1', unitsDaily: null, addressUnitsDaily: null }
    for (let i = 0; i < 100; i++) assert.equal(one.take(none, ip('192.0.2.1'), 10).outcome, 'taken')
    assert.equal(one.usedUnits(none), 0)
    one.take(budget, ip('192.0.2.1'), 9)
    assert.equal(one.usedUnits(budget), 9)
  })

  test('addresses that were seen today take no place from short limits, and nothing is limited that was not used', () => {
    const { one, table, clock } = spending()
    const wide = { owner: 'acc_2', unitsDaily: 1_000_000, addressUnitsDaily: 2 }
    let refused = 0
    for (let i = 0; i < 20_000; i++) {
      const address = ip(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`)
      if (one.take(wide, address, 1).outcome === 'spent') refused++
      const draw = { intervalMs: 1_000, burst: 2, cost: 1, nowMs: clock.ms }
      if (0 < table.take(`key ${i}`, draw)) refused++
      clock.ms += 10
    }
    assert.equal(refused, 0)
  })
})
