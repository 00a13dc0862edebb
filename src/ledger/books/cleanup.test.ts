import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monthAt } from '../calendar.ts'
import { makeFinal } from '../testing/ledger-time.ts'
import { openMemoryBooks } from '../testing/memory-books.ts'
import { subjectNumber } from '../testing/rows.ts'
import { Books } from './books.ts'
import { LEASE_MS, SETTLING_MS } from './limits.ts'
import { GRANTS_MAX } from './rows.ts'

test('hundreds of months that wait for a node do not delay the end of others', async () => {
  const clock = { ms: Date.UTC(2026, 10, 15), nowMs: () => clock.ms }
  const store = openMemoryBooks({ clock })
  const books = new Books(store)
  const month = monthAt(clock.ms)
  const { incarnation: stuck } = await books.beginIncarnation('stuck', 0)
  const { incarnation: well } = await books.beginIncarnation('well', 0)
  const open = async (account: string, grant: number) => {
    await books.setAllowance({ account, units: 1_000, who: 'operator' })
    const incarnation = Math.floor(grant / GRANTS_MAX)
    const request = { grant, version: 0, account, month, incarnation, least: 1, wanted: 10, shape: 'shared' as const }
    assert.equal((await books.acquire(request)).outcome, 'granted')
  }
  for (let i = 1; i <= 450; i++) await open(`a ${i}`, stuck * GRANTS_MAX + i)
  await open('z', well * GRANTS_MAX + 1)
  await books.closeGrant({ grant: well * GRANTS_MAX + 1, version: 1, account: 'z', period: month.period }, 0)
  clock.ms = month.endsAtMs + SETTLING_MS + 1
  await makeFinal(store, month.endsAtMs)
  await books.recordHeartbeat({ node: 'stuck', incarnation: stuck, writtenSeq: 0, hints: [] })
  await books.recordHeartbeat({ node: 'well', incarnation: well, writtenSeq: 0, hints: [] })
  const ended: string[] = []
  for (let round = 0; round < 4; round++) {
    const { periods } = await books.findCleanupWork(round)
    for (const period of periods) if ((await books.endPeriod(period, well)) === 'ended') ended.push(period.account)
  }
  assert.deepEqual(ended, ['z'])
})

test('a hold of a month that is closed for good is neither charged nor returned', async () => {
  const clock = { ms: Date.UTC(2026, 10, 15), nowMs: () => clock.ms }
  const store = openMemoryBooks({ clock })
  const books = new Books(store)
  const month = monthAt(clock.ms)
  await books.setAllowance({ account: 'a', units: 1_000, who: 'operator' })
  const { incarnation } = await books.beginIncarnation('lost', 0)
  const request = { grant: incarnation * GRANTS_MAX + 1, version: 0, account: 'a', month, incarnation, least: 1 }
  const granted = await books.acquire({ ...request, wanted: 10, shape: 'shared' })
  assert(granted.outcome === 'granted')
  const subject = await subjectNumber(books, { account: 'a', project: 'p', credential: 'c', operation: 'o' })
  const key = { incarnation, seq: 1 }
  const requestId = '1'.padStart(32, '0')
  const line = { requestId, grant: request.grant, subject, units: 10 }
  await books.post({ ...key, atMs: clock.ms, lines: [line] }, [{ grant: request.grant, units: 10, acked: 0 }])
  clock.ms += LEASE_MS + 1
  assert.equal((await books.settleIfLost(granted.grant))?.held, 10)
  const read = () => store.snapshot(async (rows) => [await rows.period('a', month.period), await rows.lineStatesAll()])
  clock.ms = month.endsAtMs + SETTLING_MS + 1
  await makeFinal(store, month.endsAtMs)
  const { incarnation: well } = await books.beginIncarnation('well', 0)
  const [period] = (await books.findCleanupWork(0)).periods
  assert.equal(await books.endPeriod(period!, well), 'ended')
  const closed = await read()
  await books.acknowledgeHeld(key, [requestId])
  await books.voidLines(key, [requestId])
  assert.deepEqual(await read(), closed)
})

test('a delayed call does not end a month to which the ledger has returned', async () => {
  const clock = { ms: Date.UTC(2026, 10, 15), nowMs: () => clock.ms }
  const store = openMemoryBooks({ clock })
  const books = new Books(store)
  const month = monthAt(clock.ms)
  await books.setAllowance({ account: 'a', units: 1_000, who: 'operator' })
  const { incarnation } = await books.beginIncarnation('well', 0)
  const request = { grant: incarnation * GRANTS_MAX + 1, version: 0, account: 'a', month, incarnation, least: 1 }
  assert.equal((await books.acquire({ ...request, wanted: 10, shape: 'shared' })).outcome, 'granted')
  const subject = await subjectNumber(books, { account: 'a', project: 'p', credential: 'c', operation: 'o' })
  const line = { requestId: '1'.padStart(32, '0'), grant: request.grant, subject, units: 10 }
  await books.post({ incarnation, seq: 1, atMs: clock.ms, lines: [line] }, [{ ...line, acked: 0 }])
  const read = () => store.snapshot(async (rows) => [await rows.period('a', month.period), await rows.lineStatesAll()])
  const before = await read()
  // Sent while the clock was a month ahead.
  const period = await store.read((rows) => rows.period('a', month.period))
  assert.equal(await books.endPeriod(period!, incarnation), 'waits')
  assert.deepEqual(await read(), before)
})
