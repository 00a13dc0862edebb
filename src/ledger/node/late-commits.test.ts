import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Books } from '../books/books.ts'
import { memoryBooks } from '../books/example-memory-store.ts'
import { Bookkeeper } from './bookkeeper.ts'
import { ExampleDisk } from './example-disk.ts'
import { SteeredTime } from './example-time.ts'
import { openIntentFile } from './intent-file.ts'
import { openMarkFile } from './mark-file.ts'
import { DEBIT_DEADLINE_MS } from './poster.ts'
import { Teller } from './teller.ts'
import { Till } from './till.ts'

const SUBJECT = { project: 'p', credential: 'c', operation: 'o' }
const STARTS_AT_MS = 1_795_219_200_000
/** How often it is looked who has waited too long, and something for the messages. */
const LOOK_MS = 300

for (const lateMs of [DEBIT_DEADLINE_MS + 500, 7_000, 60_000]) {
  test(`books that answer after ${lateMs} ms keep nobody waiting for longer than promised, and what failed is not charged`, async () => {
    const { time, teller, answersAfter, confirmed, intents, close } = await openNode()
    const debit = async (id: string) => {
      const reserved = await teller.reserve('shop', 10, SUBJECT)
      assert(reserved.outcome === 'reserved')
      const sentAtMs = time.monotonicMs()
      const { outcome } = await teller.debit(reserved, id.padStart(32, '0'))
      return { outcome, isInTime: time.monotonicMs() <= sentAtMs + DEBIT_DEADLINE_MS + LOOK_MS }
    }
    assert.deepEqual(await time.until(debit('1')), { outcome: 'debited', isInTime: true })
    answersAfter(lateMs)
    assert.deepEqual(await time.until(debit('2')), { outcome: 'refused', isInTime: true })
    assert.equal(intents.all().length, 1)
    await time.pass(lateMs)
    assert.deepEqual(intents.all(), [])
    answersAfter(0)
    assert.deepEqual(await time.until(debit('3')), { outcome: 'debited', isInTime: true })
    await close()
    assert.equal(await confirmed(), 20)
  })
}

/** A node over books in memory, of which a batch is written at once and answered when the test likes. */
async function openNode() {
  const time = new SteeredTime()
  const store = memoryBooks({ clock: { nowMs: () => STARTS_AT_MS + time.monotonicMs() } })
  let lateMs = 0
  const books = new Books({
    ...store,
    post: async (batch, uses) => {
      const outcome = await store.post(batch, uses)
      if (0 < lateMs) await new Promise<void>((resolve) => time.after(lateMs, resolve))
      return outcome
    },
    transaction: (work) => store.transaction(work),
    snapshot: (work) => store.snapshot(work),
  })
  await books.setAllowance({ account: 'shop', units: 1_000, who: 'operator' })
  const till = Till.make({ slots: 8, tellers: 1 })
  const disk = new ExampleDisk(() => 0)
  const intents = openIntentFile('intents', { disk, reserveBytes: 4096 })
  const bookkeeper: Bookkeeper = await time.until(
    Bookkeeper.start({
      ...{ books, node: 'node', shape: 'shared', clock: time, timers: time, till, intents },
      ...{ mark: openMarkFile('mark', disk), count: () => undefined },
    }),
  )
  const receive = bookkeeper.connect(0, (message) => time.endOfTurn(() => teller.receive(message)))
  const teller: Teller = new Teller({
    ...{ teller: 0, till, clock: time, timers: time },
    send: (message) => time.endOfTurn(() => receive(message)),
  })
  return {
    ...{ time, teller, intents },
    answersAfter(ms: number) {
      lateMs = ms
    },
    close: () => time.until(bookkeeper.close()),
    confirmed: () => store.snapshot(async (rows) => (await rows.periods())[0]!.confirmed),
  }
}
