import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monthOf } from '../calendar.ts'
import { startDelayedNode } from '../testing/delayed-node.ts'
import { CHARGE_DEADLINE_MS } from './ledger-client.ts'

/** The interval of the deadline check, and some time for the messages. */
const LOOK_MS = 300

for (const lateMs of [CHARGE_DEADLINE_MS + 500, 7_000, 60_000]) {
  test(`if the books answer after ${lateMs} ms, every client is answered in time, and a failed request is not charged`, async () => {
    const delayed = await startDelayedNode({ startsAtMs: monthOf('2026-11')!.startsAtMs, clients: 1 })
    const { time, disk } = delayed
    const buy = async (): Promise<{ outcome: string; isInTime: boolean }> => {
      const askedAtMs = time.monotonicMs()
      const outcome = await time.until(delayed.charge(0, 10))
      return { outcome, isInTime: time.monotonicMs() <= askedAtMs + CHARGE_DEADLINE_MS + LOOK_MS }
    }
    assert.deepEqual(await buy(), { outcome: 'charged', isInTime: true })
    delayed.answersAfter('post', lateMs)
    assert.deepEqual(await buy(), { outcome: 'unavailable', isInTime: true })
    assert.equal(disk.found.length, 1)
    await time.pass(lateMs)
    assert.deepEqual(disk.found, [])
    delayed.answersAfter('post', 0)
    assert.deepEqual(await buy(), { outcome: 'charged', isInTime: true })
    await time.until(delayed.ledgerNode.close())
    assert.equal(await delayed.confirmed(), 20)
  })
}
