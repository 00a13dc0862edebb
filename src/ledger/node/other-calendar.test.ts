import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GRANTS_MAX } from '../books/rows.ts'
import { type Month, monthAfter, monthOf } from '../calendar.ts'
import { type DelayedNode, startDelayedNode } from '../testing/delayed-node.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const NOVEMBER = monthOf('2026-11')!
const DECEMBER = monthAfter(NOVEMBER)

for (const [what, moved] of [
  ['an hour earlier', -HOUR],
  ['an hour later', HOUR],
] as const) {
  test(`a month that was opened with an end ${what} than the present calendar keeps that end, the next month begins there, and charges count in the running one`, async () => {
    const stored = { ...NOVEMBER, endsAtMs: NOVEMBER.endsAtMs + moved }
    // Virtual time begins after a thousand seconds.
    const startsAtMs = stored.endsAtMs - 1_090 * SECOND
    const delayed = await startDelayedNode({ startsAtMs, clients: 1 })
    await openAsAnother(delayed, stored)
    const buyAt = async (secondsAfterEnd: number): Promise<string> => {
      const atMs = stored.endsAtMs + secondsAfterEnd * SECOND - startsAtMs
      for (let leftMs = atMs - delayed.time.monotonicMs(); 0 < leftMs; leftMs = atMs - delayed.time.monotonicMs()) {
        await delayed.time.pass(Math.min(leftMs, 200 * SECOND))
      }
      return await delayed.time.until(delayed.charge(0, 10))
    }
    const counts: string[] = []
    for (const seconds of [-60, -1, 1, 30, 200, 3_590, 3_610]) {
      assert.equal(await buyAt(seconds), 'charged', `${seconds}`)
      const usage = await delayed.time.until(delayed.usage())
      assert(usage.outcome === 'usage')
      counts.push(`${usage.period}: ${usage.confirmedUnits + usage.pendingSpentUnits}`)
      assert(usage.availableUnits <= usage.reservedUnits)
    }
    assert.deepEqual(
      counts,
      [10, 20].map((n) => `2026-11: ${n}`).concat([10, 20, 30, 40, 50].map((n) => `2026-12: ${n}`)),
    )
    await delayed.time.until(delayed.ledgerNode.close())
    const months = await delayed.store.snapshot((rows) => rows.periods())
    assert.deepEqual(
      months.map(({ period, startsAtMs, endsAtMs, state, confirmed }) => [
        period,
        startsAtMs,
        endsAtMs,
        state,
        confirmed,
      ]),
      [
        ['2026-11', NOVEMBER.startsAtMs, stored.endsAtMs, 'open', 20],
        ['2026-12', stored.endsAtMs, DECEMBER.endsAtMs, 'open', 50],
      ],
    )
  })
}

/** A node with other rules of the time zone has opened the month and ended. */
async function openAsAnother({ books }: DelayedNode, month: Month): Promise<void> {
  const { incarnation } = await books.beginIncarnation('another', 0)
  const request = {
    grant: incarnation * GRANTS_MAX + 1,
    version: 0,
    account: 'shop',
    incarnation,
    least: 1,
    wanted: 10,
  }
  const granted = await books.acquire({ ...request, month, shape: 'shared' })
  assert(granted.outcome === 'granted')
  const { id: grant, version } = granted.grant
  await books.closeGrant({ grant, version, account: 'shop', period: month.period }, 0)
}
