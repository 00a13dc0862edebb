import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DatabaseError } from '../../storage/storage.ts'
import { ConcurrencyLimit } from './concurrency-limit.ts'
import { GatherQueue } from './gather-queue.ts'

/** Creates a queue whose transactions end when the test says so. */
function createSteeredQueue(atOnce: number) {
  const turns: {
    readonly asks: readonly number[]
    end(results?: readonly (string | DatabaseError)[]): void
    fail(error: Error): void
  }[] = []
  const queue = new GatherQueue<number, string>(new ConcurrencyLimit(atOnce), (asks) => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly (string | DatabaseError)[]>()
    turns.push({ asks, end: (results = asks.map(String)) => resolve(results), fail: reject })
    return promise
  })
  return { queue, turns }
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
const range = (count: number) => Array.from({ length: count }, (_, i) => i)

test('requests of one turn of the event loop share a call, and later ones share the next call', async () => {
  const { queue, turns } = createSteeredQueue(1)
  const first = range(3).map((i) => queue.ask('awaited', () => i))
  await settle()
  const second = [3, 4].map((i) => queue.ask('awaited', () => i))
  await settle()
  assert.deepEqual(
    turns.map(({ asks }) => asks),
    [[0, 1, 2]],
  )
  turns[0]!.end()
  await settle()
  turns[1]!.end()
  assert.deepEqual(await Promise.all([...first, ...second]), ['0', '1', '2', '3', '4'])
  assert.deepEqual(
    turns.map(({ asks }) => asks),
    [
      [0, 1, 2],
      [3, 4],
    ],
  )
})

test('nothing is requested for callers that have left', async () => {
  const { queue, turns } = createSteeredQueue(1)
  const hasLeft = new Set<number>()
  const asked = range(4).map((i) => queue.ask('awaited', () => (hasLeft.has(i) ? undefined : i)))
  hasLeft.add(1).add(2)
  await settle()
  assert.deepEqual(
    turns.map(({ asks }) => asks),
    [[0, 3]],
  )
  turns[0]!.end()
  assert.deepEqual(await Promise.all(asked), ['0', undefined, undefined, '3'])
  const none = queue.ask('awaited', () => undefined)
  assert.equal(await none, undefined)
  assert.equal(turns.length, 1)
})

test('awaited requests go before background requests', async () => {
  const { queue, turns } = createSteeredQueue(1)
  void queue.ask('awaited', () => 0)
  await settle()
  void queue.ask('background', () => 1)
  void queue.ask('awaited', () => 2)
  turns[0]!.end()
  await settle()
  turns[1]!.end()
  await settle()
  assert.deepEqual(
    turns.map(({ asks }) => asks),
    [[0], [2], [1]],
  )
})

test('under overload the newest are served first, and the others when it ends', async () => {
  const { queue, turns } = createSteeredQueue(1)
  void queue.ask('awaited', () => -1)
  await settle()
  const answered: string[] = []
  const all = range(5_000).map((i) => queue.ask('awaited', () => i).then((result) => answered.push(result!)))
  for (let i = 0; i < turns.length; i++) {
    turns[i]!.end()
    await settle()
  }
  await Promise.all(all)
  assert.equal(turns[1]!.asks[0], 4_999)
  assert.deepEqual(
    [...new Set(answered.map(Number))].sort((a, b) => a - b),
    range(5_000),
  )
  assert(turns.every(({ asks }) => asks.length <= 256))
})

test('a fault of one request rejects that request, and a fault of the transaction rejects all', async () => {
  const { queue, turns } = createSteeredQueue(1)
  const fault = new DatabaseError('refused', { outcome: 'not_done', reason: 'refused' })
  const first = Promise.allSettled(range(3).map((i) => queue.ask('awaited', () => i)))
  await settle()
  turns[0]!.end(['0', fault, '2'])
  assert.deepEqual(
    (await first).map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  const second = Promise.allSettled(range(2).map((i) => queue.ask('awaited', () => i)))
  await settle()
  turns[1]!.fail(fault)
  assert.deepEqual(
    (await second).map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  const third = queue.ask('awaited', () => 7)
  await settle()
  turns[2]!.end()
  assert.equal(await third, '7')
})

test('a background request joins the awaited ones as soon as a charge waits for it', async () => {
  const { queue, turns } = createSteeredQueue(1)
  const running = queue.ask('awaited', () => 0)
  await settle()
  const hurried = () => 2
  const asked = [queue.ask('background', () => 1), queue.ask('background', hurried), queue.ask('awaited', () => 3)]
  queue.hurry(hurried)
  for (const turn of range(3)) {
    turns[turn]!.end()
    await settle()
  }
  assert.deepEqual(
    turns.map(({ asks }) => asks),
    [[0], [3, 2], [1]],
  )
  assert.deepEqual(await Promise.all([running, ...asked]), ['0', '1', '2', '3'])
})
