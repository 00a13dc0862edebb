import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { GrantRow } from '../books/rows.ts'
import { monthAt } from '../calendar.ts'
import { exampleGrant, examplePeriod } from '../testing/rows.ts'
import { HeldGrant } from './held-grant.ts'
import { computeUsage } from './usage.ts'

const SIZE = 100
const MONTH = monthAt(examplePeriod().startsAtMs)

interface Scene {
  readonly inBooks: Partial<GrantRow>
  /** Undefined: another node has the grant. */
  readonly own?: Partial<HeldGrant>
  readonly shape?: 'sole' | 'shared'
}

/** The usage of an account with one grant of 100 units: confirmed, pending, in flight, prepared. */
function shown({ inBooks, own, shape = 'shared' }: Scene): readonly number[] {
  const grant = exampleGrant(1, { size: SIZE, ...inBooks })
  const held = new HeldGrant({ id: grant.id, account: 'a', month: MONTH, exposure: 0 })
  Object.assign(held, { size: SIZE, ...own })
  const period = examplePeriod({ reserved: SIZE })
  const view = { outcome: 'known', account: { account: 'a', allowance: 1000, state: 'active' }, month: MONTH } as const
  const usage = computeUsage({
    view: { ...view, period, grants: [grant] },
    held: new Map(own === undefined ? [] : [[grant.id, held]]),
    ...{ shape, availableUnits: held.free },
  })
  assert(usage.outcome === 'usage')
  const { confirmedUnits, pendingSpentUnits, inFlightReservedUnits, preparedAvailableUnits } = usage
  assert.equal(usage.reservedUnits, pendingSpentUnits + inFlightReservedUnits + preparedAvailableUnits)
  assert.equal(confirmedUnits + usage.reservedUnits, SIZE)
  return [confirmedUnits, pendingSpentUnits, inFlightReservedUnits, preparedAvailableUnits]
}

describe('usage', () => {
  test('a charge whose batch is not sent is in flight', () => {
    assert.deepEqual(shown({ inBooks: {}, own: { admitted: 7 } }), [0, 0, 7, 93])
  })

  test('a charge whose batch is sent and not written is pending', () => {
    assert.deepEqual(shown({ inBooks: {}, own: { inCommit: 10 } }), [0, 10, 0, 90])
  })

  test('a charge whose batch is written and not acknowledged is pending, once', () => {
    assert.deepEqual(shown({ inBooks: { spent: 10 }, own: { inCommit: 10 } }), [0, 10, 0, 90])
  })

  test('each charge is counted where it is, when some are in flight, some sent, some written and some acknowledged', () => {
    const inBooks = { spent: 30, acked: 20 }
    assert.deepEqual(shown({ inBooks, own: { spent: 20, acked: 20, inCommit: 15, admitted: 7 } }), [20, 15, 7, 58])
  })

  test('units that are being returned are prepared until the books have taken them', () => {
    assert.deepEqual(shown({ inBooks: {}, own: { admitted: 7, returning: 93 } }), [0, 0, 7, 93])
  })

  test('a grant of another node shows the charges in flight that it last reported, and never more than it has left', () => {
    assert.deepEqual(shown({ inBooks: { spent: 30, acked: 20, inFlightHint: 7 } }), [20, 10, 7, 63])
    assert.deepEqual(shown({ inBooks: { spent: 95, acked: 95, inFlightHint: 7 } }), [95, 0, 5, 0])
  })

  test('acknowledged units count as confirmed at once if no other node answers, else when the books have them', () => {
    const scene = { inBooks: { spent: 30, acked: 20 }, own: { spent: 30, acked: 30 } }
    assert.deepEqual(shown({ ...scene, shape: 'sole' }), [30, 0, 0, 70])
    assert.deepEqual(shown(scene), [20, 10, 0, 70])
  })
})
