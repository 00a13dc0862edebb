import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fc } from '../../stdx/testing/properties.ts'
import type { TicketUnits } from './charge-tickets.ts'
import { ChargeTickets } from './charge-tickets.ts'
import { computeUsage } from './usage.ts'

const units = (found: Partial<TicketUnits>): TicketUnits => ({ queued: 0, committing: [], undecided: [], ...found })

describe('usage', () => {
  test('the parts of a calm server: what it may charge next is prepared, the rest is unallocated', () => {
    const usage = computeUsage({ allowance: 1_000, spent: 300, newestSeq: 9, found: [units({})], window: 100 })
    const { confirmedUnits, preparedAvailableUnits, reservedUnits, unallocatedUnits } = usage
    assert.deepEqual([confirmedUnits, preparedAvailableUnits, reservedUnits, unallocatedUnits], [300, 100, 100, 600])
  })

  test('a batch that the books have counts as confirmed, and no more as pending or held', () => {
    const found = [units({ committing: [{ seq: 5, units: 4 }], undecided: [{ seq: 5, units: 3 }] })]
    const before = computeUsage({ allowance: 100, spent: 10, newestSeq: 4, found, window: 100 })
    assert.deepEqual([before.pendingSpentUnits, before.recoveryHoldUnits], [4, 3])
    const after = computeUsage({ allowance: 100, spent: 17, newestSeq: 5, found, window: 100 })
    assert.deepEqual([after.pendingSpentUnits, after.recoveryHoldUnits, after.confirmedUnits], [0, 0, 17])
  })

  test('the hold is never above 100 units, nor above what is left', () => {
    const found = [units({ undecided: [{ seq: 2, units: 70 }] }), units({ undecided: [{ seq: 2, units: 60 }] })]
    const hold = (allowance: number) =>
      computeUsage({ allowance, spent: 0, newestSeq: 1, found, window: 100 }).recoveryHoldUnits
    assert.deepEqual([hold(1_000), hold(90), hold(0)], [100, 90, 0])
  })

  test('the figures are never negative and add up, also when the allowance was cut below what was used', () => {
    const charges = fc.array(fc.record({ seq: fc.integer({ min: 1, max: 3 }), units: fc.integer({ min: 1, max: 90 }) }))
    const found = fc.array(fc.record({ queued: fc.nat({ max: 400 }), committing: charges, undecided: charges }))
    const input = { allowance: fc.nat({ max: 300 }), spent: fc.nat({ max: 300 }), newestSeq: fc.nat({ max: 3 }) }
    fc.assert(
      fc.property(fc.record({ ...input, found, window: fc.constantFrom(10, 33, 100) }), (given) => {
        const usage = computeUsage(given)
        const { confirmedUnits, reservedUnits, recoveryHoldUnits, unallocatedUnits, ...parts } = usage
        const sum = parts.preparedAvailableUnits + parts.pendingSpentUnits + parts.inFlightReservedUnits
        assert.equal(reservedUnits, sum)
        for (const value of [sum, recoveryHoldUnits, unallocatedUnits, parts.preparedAvailableUnits]) assert(0 <= value)
        const total = confirmedUnits + reservedUnits + recoveryHoldUnits + unallocatedUnits
        assert.equal(total, Math.max(given.allowance, given.spent))
      }),
    )
  })
})

describe('tickets', () => {
  test('count the units of one account by their state', () => {
    const tickets = ChargeTickets.create(8)
    for (const [ticket, account] of [7, 7, 7, 9].entries()) tickets.begin(ticket, { accountKey: account, units: 10 })
    assert.equal(tickets.seal(0, 4), 'sealed')
    assert.equal(tickets.seal(1, 4), 'sealed')
    assert.equal(tickets.expire(1), 'failed')
    const inBatch = [{ seq: 4, units: 10 }]
    assert.deepEqual(tickets.countUnits(7), { queued: 10, committing: inBatch, undecided: inBatch })
    assert.equal(tickets.settle(1), 'failed')
    tickets.free(1)
    assert.deepEqual(tickets.countUnits(7).undecided, [])
  })

  test('give each race one winner', () => {
    const tickets = ChargeTickets.create(4)
    const begin = (): void => tickets.begin(0, { accountKey: 1, units: 1 })
    begin()
    assert.deepEqual([tickets.withdraw(0), tickets.seal(0, 1)], ['withdrawn', 'withdrawn'])
    begin()
    assert.deepEqual([tickets.seal(0, 1), tickets.withdraw(0), tickets.leave(0)], ['sealed', 'too_late', 'sealed'])
    assert.equal(tickets.unseal(0), 'withdrawn', 'its client has left')
    begin()
    assert.deepEqual([tickets.seal(0, 1), tickets.expire(0), tickets.unseal(0)], ['sealed', 'failed', 'failed'])
    begin()
    assert.deepEqual([tickets.seal(0, 1), tickets.settle(0), tickets.expire(0)], ['sealed', 'settled', 'settled'])
  })
})
