import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DatabaseError } from '../../storage/storage.ts'
import { monthOf } from '../calendar.ts'
import { createLostAnswerFault, type DelayedNode, startDelayedNode } from '../testing/delayed-node.ts'
import { settleEarlierIncarnations } from './recovery.ts'

const startsAtMs = monthOf('2026-11')!.startsAtMs
const UNITS = 10

/** Starts a node that has charged once, in batch 1. */
async function chargedOnce(): Promise<DelayedNode> {
  const delayed = await startDelayedNode({ startsAtMs })
  assert.equal(await delayed.time.until(delayed.charge(0, UNITS)), 'charged')
  return delayed
}

const secondOf = ({ ledgerNode: { incarnation } }: DelayedNode) => ({ incarnation, seq: 2 })

test('a batch whose number a later incarnation has taken is not charged', async () => {
  const delayed = await chargedOnce()
  delayed.intercept('post', async () => {
    throw createLostAnswerFault()
  })
  const charge = delayed.charge(0, UNITS)
  await delayed.time.pass(100)
  await delayed.books.post({ ...secondOf(delayed), atMs: startsAtMs, lines: [] }, [])
  delayed.intercept('post')
  assert.equal(await delayed.time.until(charge), 'unavailable')
  await delayed.time.until(delayed.ledgerNode.close())
  assert.equal(await delayed.confirmed(), UNITS)
})

test('a batch that is refused after an answer was lost keeps its number, so a delayed copy of it charges nothing twice', async () => {
  const delayed = await chargedOnce()
  const arrivals: (() => Promise<unknown>)[] = []
  delayed.intercept('post', async (carryOut) => {
    arrivals.push(carryOut)
    if (arrivals.length === 1) throw createLostAnswerFault()
    if (arrivals.length === 2) throw new DatabaseError('refused', { outcome: 'not_done', reason: 'constraint' })
    if (arrivals.length === 3) await arrivals[0]!()
    return await carryOut()
  })
  const charges = [delayed.charge(0, UNITS)]
  await delayed.time.settled()
  // This charge goes with the next batch.
  charges.push(delayed.charge(0, UNITS))
  assert.deepEqual(await delayed.time.until(Promise.all(charges)), ['charged', 'charged'])
  await delayed.time.until(delayed.ledgerNode.close())
  assert.equal(await delayed.confirmed(), 3 * UNITS)
})

test('no line is acknowledged before every earlier line that must become void', async () => {
  const delayed = await chargedOnce()
  delayed.answersAfter('post', 3_000)
  assert.equal(await delayed.time.until(delayed.charge(0, UNITS)), 'unavailable')
  const mayVoid = Promise.withResolvers<void>()
  delayed.intercept('voidLines', async (carryOut) => {
    await mayVoid.promise
    return await carryOut()
  })
  await delayed.time.pass(2_000)
  delayed.answersAfter('post', 0)
  const next = delayed.charge(0, UNITS)
  await delayed.time.pass(5_000)
  const [grant] = await delayed.store.snapshot((rows) => rows.openGrants('shop', '2026-11'))
  assert.equal(grant?.acked, UNITS)
  mayVoid.resolve()
  assert.equal(await delayed.time.until(next), 'unavailable')
  await delayed.time.until(delayed.ledgerNode.close())
  assert.equal(await delayed.confirmed(), UNITS)
})

test('a batch of an earlier incarnation whose requests have failed finds its number taken', async () => {
  const delayed = await chargedOnce()
  let arrive = async (): Promise<unknown> => assert.fail('nothing was sent')
  delayed.intercept('post', async (carryOut) => {
    arrive = carryOut
    throw createLostAnswerFault()
  })
  assert.equal(await delayed.time.until(delayed.charge(0, UNITS)), 'unavailable')
  const { books, time, disk } = delayed
  await time.until(
    settleEarlierIncarnations({ books, timers: time, notes: disk, count: () => undefined, nowMs: startsAtMs }, []),
  )
  await arrive()
  assert.deepEqual((await delayed.store.snapshot((rows) => rows.batch(secondOf(delayed))))?.lines, [])
})
