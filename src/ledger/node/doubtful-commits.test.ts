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
  const late = await startDelayedNode({ startsAtMs })
  assert.equal(await late.time.until(late.charge(0, UNITS)), 'charged')
  return late
}

const secondOf = ({ ledgerNode: { incarnation } }: DelayedNode) => ({ incarnation, seq: 2 })

test('a batch whose number a later incarnation has taken is not charged', async () => {
  const late = await chargedOnce()
  late.intercept('post', async () => {
    throw createLostAnswerFault()
  })
  const charge = late.charge(0, UNITS)
  await late.time.pass(100)
  await late.books.post({ ...secondOf(late), atMs: startsAtMs, lines: [] }, [])
  late.intercept('post')
  assert.equal(await late.time.until(charge), 'unavailable')
  await late.time.until(late.ledgerNode.close())
  assert.equal(await late.confirmed(), UNITS)
})

test('a batch that is refused after an answer was lost keeps its number, so a delayed copy of it charges nothing twice', async () => {
  const late = await chargedOnce()
  const arrivals: (() => Promise<unknown>)[] = []
  late.intercept('post', async (carryOut) => {
    arrivals.push(carryOut)
    if (arrivals.length === 1) throw createLostAnswerFault()
    if (arrivals.length === 2) throw new DatabaseError('refused', { outcome: 'not_done', reason: 'constraint' })
    if (arrivals.length === 3) await arrivals[0]!()
    return await carryOut()
  })
  const charges = [late.charge(0, UNITS)]
  await late.time.settled()
  // This charge goes with the next batch.
  charges.push(late.charge(0, UNITS))
  assert.deepEqual(await late.time.until(Promise.all(charges)), ['charged', 'charged'])
  await late.time.until(late.ledgerNode.close())
  assert.equal(await late.confirmed(), 3 * UNITS)
})

test('no line is acknowledged before every earlier line that must become void', async () => {
  const late = await chargedOnce()
  late.answersAfter('post', 3_000)
  assert.equal(await late.time.until(late.charge(0, UNITS)), 'unavailable')
  const mayVoid = Promise.withResolvers<void>()
  late.intercept('voidLines', async (carryOut) => {
    await mayVoid.promise
    return await carryOut()
  })
  await late.time.pass(2_000)
  late.answersAfter('post', 0)
  const next = late.charge(0, UNITS)
  await late.time.pass(5_000)
  const [grant] = await late.store.snapshot((rows) => rows.openGrants('shop', '2026-11'))
  assert.equal(grant?.acked, UNITS)
  mayVoid.resolve()
  assert.equal(await late.time.until(next), 'unavailable')
  await late.time.until(late.ledgerNode.close())
  assert.equal(await late.confirmed(), UNITS)
})

test('a batch of an earlier incarnation whose requests have failed finds its number taken', async () => {
  const late = await chargedOnce()
  let arrive = async (): Promise<unknown> => assert.fail('nothing was sent')
  late.intercept('post', async (carryOut) => {
    arrive = carryOut
    throw createLostAnswerFault()
  })
  assert.equal(await late.time.until(late.charge(0, UNITS)), 'unavailable')
  const { books, time, disk } = late
  await time.until(
    settleEarlierIncarnations({ books, timers: time, notes: disk, count: () => undefined, nowMs: startsAtMs }, []),
  )
  await arrive()
  assert.deepEqual((await late.store.snapshot((rows) => rows.batch(secondOf(late))))?.lines, [])
})
