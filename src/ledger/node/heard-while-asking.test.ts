import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monthOf } from '../calendar.ts'
import { lateBooks } from './example-late-books.ts'

/** An unused grant has gone back. */
const IDLE_MS = 35_000
const HEARTBEATS_MS = 1_000

for (const [what, refusal] of [
  ['is suspended', 'suspended'],
  ['is in doubt', 'untrusted'],
] as const) {
  test(`units that were wished for before it was heard that the account ${what} are seen by no thread`, async () => {
    const late = await lateBooks({ startsAtMs: monthOf('2026-11')!.startsAtMs, tellers: 2 })
    const { time, till, books } = late
    assert.deepEqual(await time.until(Promise.all([late.buy(0, 10), late.buy(1, 10)])), ['debited', 'debited'])
    await time.pass(IDLE_MS)
    late.answersAfter('acquire', 2 * HEARTBEATS_MS - 200)
    const asked = late.buy(0, 10)
    await time.pass(100)
    if (what === 'is suspended') await books.setAccountState('shop', 'suspended')
    else await books.raiseDoubt({ account: 'shop', reason: 'audit', detail: 'something differs' })
    await time.pass(HEARTBEATS_MS)
    // The other thread looks at the till in the very moment in which there is something in it.
    let other: Promise<string> | undefined
    const add = till.add.bind(till)
    till.add = (slot, units) => {
      add(slot, units)
      if (0 < units) other ??= late.buy(1, 10)
    }
    assert.equal(await time.until(asked), refusal)
    assert.equal(await time.until(other ?? late.buy(1, 10)), refusal)
  })
}
