import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monthOf } from '../calendar.ts'
import { startDelayedNode } from '../testing/delayed-node.ts'

const startsAtMs = monthOf('2026-11')!.startsAtMs

test('an account that the operator resumes is charged at once, even just after a refusal', async () => {
  const delayed = await startDelayedNode({ startsAtMs })
  const { time } = delayed
  const say = (state: 'active' | 'suspended') => time.until(delayed.call({ name: 'set_state', account: 'shop', state }))
  await say('suspended')
  assert.equal(await time.until(delayed.charge(0, 1)), 'suspended')
  assert.equal(delayed.knownRefusal(1), 'suspended')
  await say('active')
  assert.equal(delayed.knownRefusal(1), undefined)
  assert.equal(await time.until(delayed.charge(0, 1)), 'charged')
  await time.until(delayed.ledgerNode.close())
})

test('an answer of the books from before the allowance was raised refuses no charge', async () => {
  const delayed = await startDelayedNode({ startsAtMs })
  const { time } = delayed
  assert.equal(await time.until(delayed.charge(0, 1_000)), 'charged')
  await time.pass(SOLD_OUT_KNOWN_MS)
  delayed.answersAfter('acquireMany', 200)
  const waiting = delayed.charge(0, 10)
  await time.pass(100)
  await time.until(delayed.call({ name: 'set_allowance', account: 'shop', units: 2_000, who: 'operator' }))
  assert.equal(await time.until(waiting), 'charged')
  assert.equal(delayed.knownRefusal(10), undefined)
  delayed.answersAfter('acquireMany', 0)
  await time.until(delayed.ledgerNode.close())
})

test('an answer of the books refuses no charge that came after the question', async () => {
  const delayed = await startDelayedNode({ startsAtMs })
  const { time, books } = delayed
  assert.equal(await time.until(delayed.charge(0, 1_000)), 'charged')
  await time.pass(SOLD_OUT_KNOWN_MS)
  delayed.answersAfter('acquireMany', 200)
  const before = delayed.charge(0, 10)
  await time.pass(50)
  // Another node makes the change, and this one is not notified.
  await books.setAllowance({ account: 'shop', units: 2_000, who: 'operator' })
  await time.pass(50)
  const after = delayed.charge(0, 10)
  assert.deepEqual(await time.until(Promise.all([before, after])), ['monthly_limit', 'charged'])
  delayed.answersAfter('acquireMany', 0)
  await time.until(delayed.ledgerNode.close())
})

/** Longer than an account is refused without asking the books. */
const SOLD_OUT_KNOWN_MS = 1_000
