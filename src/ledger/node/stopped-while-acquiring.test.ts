import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monthOf } from '../calendar.ts'
import { startDelayedNode } from '../testing/delayed-node.ts'

/** After this time an unused grant has been returned. */
const IDLE_MS = 35_000
const HEARTBEATS_MS = 1_000

for (const [what, refusal] of [
  ['is suspended', 'suspended'],
  ['is in doubt', 'untrusted'],
] as const) {
  test(`units that were requested before the node read that the account ${what} are charged by no client`, async () => {
    const delayed = await startDelayedNode({ startsAtMs: monthOf('2026-11')!.startsAtMs, clients: 2 })
    const { time, books } = delayed
    assert.deepEqual(await time.until(Promise.all([delayed.charge(0, 10), delayed.charge(1, 10)])), [
      'charged',
      'charged',
    ])
    await time.pass(IDLE_MS)
    delayed.answersAfter('acquireMany', 2 * HEARTBEATS_MS - 200)
    const asked = delayed.charge(0, 10)
    await time.pass(100)
    if (what === 'is suspended') await books.setAccountState('shop', 'suspended')
    else await books.raiseDoubt({ account: 'shop', reason: 'audit', detail: 'something differs' })
    await time.pass(HEARTBEATS_MS)
    const other = delayed.charge(1, 10)
    assert.deepEqual(await time.until(Promise.all([asked, other])), [refusal, refusal])
  })
}
