import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monthAt } from '../calendar.ts'
import { startDelayedNode } from '../testing/delayed-node.ts'

/** 2026-11-21 */
const STARTS_AT_MS = 1_795_219_200_000
/** An idle grant is returned after half a minute. */
const IDLE_MS = 30_000

test('a new grant is kept for as long as the last one, even if as much of it is spent as of that', async () => {
  const delayed = await startDelayedNode({ startsAtMs: STARTS_AT_MS })
  const open = () =>
    delayed.store.snapshot(async (rows) => (await rows.openGrants('shop', monthAt(STARTS_AT_MS).period)).length)
  for (const round of [1, 2]) {
    assert.equal(await delayed.time.until(delayed.charge(0, 1)), 'charged')
    await delayed.time.pass(IDLE_MS - 1_000)
    assert.equal(await open(), 1, `round ${round}`)
    await delayed.time.pass(2_000)
    assert.equal(await open(), 0, `round ${round}`)
  }
})
