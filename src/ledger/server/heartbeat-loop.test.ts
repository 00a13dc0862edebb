import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Books } from '../tables/books.ts'
import { insertIncarnation } from '../tables/incarnations.ts'
import { chainStart } from '../tables/lines.ts'
import { NOON, openTestBooks } from '../testing/test-books.ts'
import { BooksClock } from './books-clock.ts'
import { HeartbeatLoop } from './heartbeat-loop.ts'

test('a commit that takes long does not make the clock of the books look late', async () => {
  await using opened = await openTestBooks('sqlite')
  const { books, clock } = opened
  await books.transaction((rows) => insertIncarnation(rows, 1, 'here'))
  let monotonicMs = 1_000
  let beats = 0
  const passes = (ms: number): void => {
    monotonicMs += ms
    clock.set(NOON + monotonicMs - 1_000)
  }
  const transaction: typeof books.database.transaction = async (work) => {
    const result = await books.database.transaction(work)
    passes(leaps.length * 90_000)
    return result
  }
  const booksClock = new BooksClock({ monotonicMs: () => monotonicMs })
  const leaps: (number | undefined)[] = []
  const written: number[] = []
  const loop = new HeartbeatLoop({
    heartbeats: new Books({ dialect: 'sqlite', transaction } as typeof books.database, clock),
    clock: { monotonicMs: () => monotonicMs },
    timers: { after: () => () => undefined, endOfTurn: queueMicrotask },
    shape: 'sole',
    report: () => ({
      incarnation: 1,
      end: chainStart(1),
      release: null,
      changesSinceMs: undefined,
      beat: ++beats,
      share: 10,
    }),
    missed: () => undefined,
    apply: async (answer) => {
      leaps.push(booksClock.read(answer))
      passes(5_000)
    },
    heartbeatWritten: (booksMs) => void written.push(booksMs - clock.nowMs()),
  })
  await loop.beat()
  await loop.beat()
  assert.deepEqual(written, [0, 0])
  assert.deepEqual(leaps, [undefined, undefined])
  assert.equal(booksClock.now().nowMs, clock.nowMs())
})
