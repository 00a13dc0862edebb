import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '../../stdx/time-units.ts'
import type { AcquireOutcome, AcquireRequest } from '../books/acquire.ts'
import { EARLY_MS } from '../books/limits.ts'
import { GRANTS_MAX } from '../books/rows.ts'
import { monthAfter, monthOf } from '../calendar.ts'
import { createLostAnswerFault, type DelayedNode, startDelayedNode } from '../testing/delayed-node.ts'
import { VirtualTime } from '../testing/virtual-time.ts'
import { ConcurrencyLimit } from './concurrency-limit.ts'
import { GatherQueue } from './gather-queue.ts'
import { PreparedGrant } from './prepared-grant.ts'

const november = monthOf('2026-11')!
const december = monthAfter(november)

/** Five minutes before the end of the month. */
function beforeDecember(): Promise<DelayedNode> {
  return startDelayedNode({ startsAtMs: december.startsAtMs - 5 * MINUTE_MS - new VirtualTime().monotonicMs() })
}

/** Charges once, then gives background requests a minute. */
async function chargedInNovember(): Promise<DelayedNode> {
  const delayed = await beforeDecember()
  assert.equal(await delayed.time.until(delayed.charge(0, 1)), 'charged')
  await delayed.time.pass(MINUTE_MS)
  return delayed
}

/** The books have a prepared grant when the month begins, and all answers about it were lost. */
async function lostUntilDecember(): Promise<DelayedNode> {
  const delayed = await beforeDecember()
  assert.equal(await delayed.time.until(delayed.charge(0, 1)), 'charged')
  delayed.intercept('acquireMany', async (carryOut) => {
    await carryOut()
    throw createLostAnswerFault()
  })
  await pass(delayed, 5 * MINUTE_MS)
  return delayed
}

async function pass({ time }: DelayedNode, ms: number): Promise<void> {
  for (let left = ms; 0 < left; left -= MINUTE_MS) await time.pass(Math.min(left, MINUTE_MS))
}

const grantsOf = ({ store }: DelayedNode, period: string) => store.snapshot((rows) => rows.openGrants('shop', period))

test('an account that was charged has a grant of the next month before it begins, so its first charge requests none', async () => {
  const delayed = await chargedInNovember()
  const [prepared, ...others] = await grantsOf(delayed, '2026-12')
  assert.deepEqual([prepared?.size, others.length], [100, 0])
  await pass(delayed, 4 * MINUTE_MS + 1_000)
  // From now on no request for units is answered.
  delayed.answersAfter('acquireMany', 60_000)
  assert.equal(await delayed.time.until(delayed.charge(0, 1)), 'charged')
  const [used] = await grantsOf(delayed, '2026-12')
  assert.deepEqual([used?.id, used?.spent], [prepared?.id, 1])
})

test('an account that was not charged has no prepared grant', async () => {
  const delayed = await beforeDecember()
  await pass(delayed, 2 * MINUTE_MS)
  assert.deepEqual(await grantsOf(delayed, '2026-12'), [])
})

test('an unused prepared grant is returned a minute after its month has begun, and not before', async () => {
  const delayed = await chargedInNovember()
  await pass(delayed, 4 * MINUTE_MS + 50_000)
  assert.equal((await grantsOf(delayed, '2026-12')).length, 1)
  await pass(delayed, MINUTE_MS)
  assert.deepEqual(await grantsOf(delayed, '2026-12'), [])
})

test('an allowance that is changed before the new month applies to the prepared month', async () => {
  const delayed = await chargedInNovember()
  await delayed.books.setAllowance({ account: 'shop', units: 40, who: 'operator' })
  await pass(delayed, 5 * MINUTE_MS)
  const units = async () => (await delayed.store.snapshot((rows) => rows.period('shop', '2026-12')))!
  assert.equal((await units()).allowance, 40)
  const outcomes: string[] = []
  for (let i = 0; i < 50; i++) outcomes.push(await delayed.time.until(delayed.charge(0, 1)))
  assert.equal(outcomes.filter((outcome) => outcome === 'charged').length, 40)
  assert.equal(outcomes.at(-1), 'monthly_limit')
})

test('an account that is suspended keeps no prepared grant', async () => {
  const delayed = await chargedInNovember()
  await delayed.books.setAccountState('shop', 'suspended')
  await pass(delayed, 2_000)
  assert.deepEqual(await grantsOf(delayed, '2026-12'), [])
})

test('a prepared grant whose answer was lost is requested again as the same grant, and in the new month only looked up', async () => {
  const asks: AcquireRequest[] = []
  const acquires = new GatherQueue<AcquireRequest, AcquireOutcome>(new ConcurrencyLimit(1), async (all) => {
    asks.push(...all)
    if (asks.length < 3) throw createLostAnswerFault()
    return [{ outcome: 'short', month: december, unsold: 0, elsewhere: 0 }]
  })
  let ledgerMs = november.endsAtMs - MINUTE_MS
  let grants = 7
  const prepared = new PreparedGrant(
    {
      ...{
        acquires,
        clock: new VirtualTime(),
        count: () => undefined,
        incarnation: 1,
        shape: 'shared',
        grants: new Map(),
      },
      ...{ ledgerMs: () => ledgerMs, nextGrantId: () => grants++ },
    },
    'shop',
  )
  await prepared.ask(november, 100)
  await prepared.ask(november, 100)
  ledgerMs = december.startsAtMs
  await prepared.ask(december, 100)
  // The first request may still be on its way, and the clock of the books a little behind.
  assert.deepEqual([prepared.isEmpty, prepared.mustAsk], [false, false])
  ledgerMs = december.startsAtMs + EARLY_MS
  assert(prepared.mustAsk)
  await prepared.ask(december, 100)
  assert.deepEqual(
    asks.map(({ grant, month, wanted }) => [grant, month.period, wanted]),
    [
      [7, '2026-12', 100],
      [7, '2026-12', 100],
      [7, '2026-12', 0],
      [7, '2026-12', 0],
    ],
  )
  assert(prepared.isEmpty)
})

test('a prepared grant whose answers were lost until its month began is found then and returned', async () => {
  const delayed = await lostUntilDecember()
  assert.equal((await grantsOf(delayed, '2026-12')).length, 1)
  delayed.intercept('acquireMany')
  await pass(delayed, 2 * MINUTE_MS)
  assert.deepEqual(await grantsOf(delayed, '2026-12'), [])
})

test('a prepared grant that was refused is requested again as the same grant, so a late copy of the request opens no second one', async () => {
  const delayed = await beforeDecember()
  assert.equal(await delayed.time.until(delayed.charge(0, 1)), 'charged')
  const asks: AcquireRequest[] = []
  delayed.intercept('acquireMany', (_carryOut, all) => {
    asks.push(...(all as AcquireRequest[]))
    return Promise.resolve(asks.map(() => ({ outcome: 'suspended' })))
  })
  await pass(delayed, 2 * MINUTE_MS)
  delayed.intercept('acquireMany')
  await pass(delayed, MINUTE_MS)
  // The node has requested again, and for the same grant: the copy opens no second one.
  await delayed.books.acquireMany(asks.slice(0, 1))
  assert.equal((await grantsOf(delayed, '2026-12')).length, 1)
  await pass(delayed, 4 * MINUTE_MS)
  assert.deepEqual(await grantsOf(delayed, '2026-12'), [])
})

test('an account with damaged rows is asked about once a second, before and after the month has begun', async () => {
  const delayed = await beforeDecember()
  assert.equal(await delayed.time.until(delayed.charge(0, 1)), 'charged')
  let asked = 0
  delayed.intercept('acquireMany', (_carryOut, all) => {
    asked++
    return Promise.resolve((all as AcquireRequest[]).map(() => ({ outcome: 'damaged' })))
  })
  for (let minute = 0; minute < 8; minute++) {
    asked = 0
    await delayed.time.pass(MINUTE_MS)
    assert(asked <= 61, `${asked} requests in minute ${minute}`)
  }
  // It goes on, because the rows may be repaired.
  assert(50 <= asked)
})

test('a grant in doubt is found and returned, even if the answer about a prepared one arrives first', async () => {
  const delayed = await beforeDecember()
  assert.equal(await delayed.time.until(delayed.charge(0, 1)), 'charged')
  let answered: 'none' | 'prepared' = 'none'
  delayed.intercept('acquireMany', async (carryOut, asks) => {
    const isPrepared = (asks as readonly AcquireRequest[]).some(({ isPrepared }) => isPrepared === true)
    const answers = await carryOut()
    if (answered === 'none' || !isPrepared) throw createLostAnswerFault()
    return answers
  })
  await pass(delayed, 5 * MINUTE_MS)
  assert.equal(await delayed.time.until(delayed.charge(0, 1)), 'unavailable')
  assert.equal((await grantsOf(delayed, '2026-12')).length, 2)
  answered = 'prepared'
  await pass(delayed, EARLY_MS + 2_000)
  delayed.intercept('acquireMany')
  await pass(delayed, 2 * MINUTE_MS)
  assert.deepEqual(await grantsOf(delayed, '2026-12'), [])
})

test('a prepared grant that is found while another one is requested is returned, because the other is used', async () => {
  const delayed = await lostUntilDecember()
  delayed.intercept('acquireMany', async (carryOut, asks) => {
    const answers = await carryOut()
    const isPrepared = (asks as readonly AcquireRequest[]).some(({ isPrepared }) => isPrepared === true)
    if (!isPrepared) await new Promise<void>((resolve) => delayed.time.after(EARLY_MS + 2_000, resolve))
    return answers
  })
  assert.equal(await delayed.time.until(delayed.charge(0, 1)), 'unavailable')
  assert.equal((await grantsOf(delayed, '2026-12')).length, 2)
  // The account is charged all the time, so the grant in use is not idle.
  for (let i = 0; i < 6; i++) {
    await delayed.time.pass(5_000)
    assert.equal(await delayed.time.until(delayed.charge(0, 1)), 'charged')
  }
  assert.deepEqual(
    (await grantsOf(delayed, '2026-12')).map(({ spent }) => spent),
    [6],
  )
})

test('a request for a prepared grant that arrives after its month began is granted nothing', async () => {
  const delayed = await beforeDecember()
  await pass(delayed, 5 * MINUTE_MS)
  const { incarnation } = delayed.ledgerNode
  const request = { grant: incarnation * GRANTS_MAX + 100, version: 0, account: 'shop', month: december, incarnation }
  const prepared = { isPrepared: true, least: 0, wanted: 100, shape: 'shared' } as const
  const { outcome } = await delayed.books.acquire({ ...request, ...prepared })
  assert.equal(outcome, 'short')
  assert.deepEqual(await grantsOf(delayed, '2026-12'), [])
})
