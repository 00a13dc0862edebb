import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Database, DatabaseError } from '../../storage/storage.ts'
import { monthAt } from '../calendar.ts'
import { Books } from '../tables/books.ts'
import { insertIncarnation } from '../tables/incarnations.ts'
import { batchHash, chainStart, packLines } from '../tables/lines.ts'
import { type NewBatch, post } from '../tables/post.ts'
import { hashSubject } from '../tables/subjects.ts'
import { readJournal } from '../testing/journal.ts'
import { BOOKS_KINDS, createTestClock, openAccount, openTestBooks } from '../testing/test-books.ts'
import { buildEmpty, commit } from './commit.ts'
import type { Timers } from './ports.ts'

const INCARNATION = 77
/** Every wait is over at once. */
const timers: Timers = {
  after(_, work) {
    queueMicrotask(work)
    return () => undefined
  },
  endOfTurn: queueMicrotask,
}

type Run = () => Promise<unknown>
/** What happens to one transaction. It gets the transaction, and returns what the server sees. */
type Fate = (run: Run) => Promise<unknown>

const asIs: Fate = (run) => run()
const fail =
  (reason: 'lost' | 'io' | 'constraint', outcome: 'unknown' | 'not_done' = 'unknown') =>
  (): never => {
    throw new DatabaseError('on purpose', { outcome, reason })
  }

/** Anna has 100 units. A batch of some of them is the first of its incarnation. */
async function openForBatch(books: Books): Promise<(requestId: string, units: number) => NewBatch> {
  await openAccount(books, 'anna', 100)
  await books.transaction((rows) => insertIncarnation(rows, INCARNATION, 'here', 1))
  const subject = { account: 'anna', project: 'p', credential: 'k', operation: 'o' }
  const id = hashSubject(subject)
  return (requestId, sum) => {
    const lines = packLines([{ requestId: requestId.repeat(32), subject: id, units: sum }])
    const before = chainStart(INCARNATION)
    const hash = batchHash(before, INCARNATION, lines)
    const units = new Map([['anna', sum]])
    return { incarnation: INCARNATION, seq: 1, before, hash, lines, units, subjects: [{ id, ...subject }] }
  }
}

/** Commits a batch of 60 units of 100, while each transaction has its fate. Those beyond the list work. */
async function commitWith(fates: readonly Fate[], { hasEnded = false } = {}) {
  await using opened = await openTestBooks('sqlite')
  const { books } = opened
  const batch = (await openForBatch(books))('a', 60)
  const rest = [...fates]
  const transaction = (work: Parameters<Database['transaction']>[0]) =>
    (rest.shift() ?? asIs)(() => books.database.transaction(work))
  const faulty = new Books({ dialect: 'sqlite', transaction } as Database, createTestClock())
  const nothing = () => undefined
  const decision = await commit({ books: faulty, timers, count: nothing, undecided: nothing }, batch, () => hasEnded)
  return { outcome: decision.outcome, lines: (await readJournal(books)).length }
}

describe('a batch whose outcome is unknown', () => {
  test('is charged if the books have it, whatever the error was', async () => {
    for (const reason of ['lost', 'io', 'constraint'] as const)
      assert.deepEqual(await commitWith([(run) => run().then(fail(reason))]), { outcome: 'charged', lines: 1 }, reason)
  })

  test('is sent again if the books have nothing, unless its rows were the cause', async () => {
    for (const reason of ['lost', 'io'] as const)
      assert.deepEqual(await commitWith([async () => fail(reason)()]), { outcome: 'charged', lines: 1 }, reason)
    assert.deepEqual(await commitWith([async () => fail('constraint')()]), { outcome: 'not_charged', lines: 0 })
  })

  test('is not sent again when all its requests have ended: an empty batch takes its number', async () => {
    const lost = async () => fail('lost')()
    assert.deepEqual(await commitWith([lost], { hasEnded: true }), { outcome: 'not_charged', lines: 0 })
  })

  test('is charged once if the first statement runs between the look and the second one, which fails', async () => {
    let late: Run | undefined
    const lost: Fate = async (run) => {
      late = run
      return fail('lost')()
    }
    const second: Fate = async (run) => {
      await late!()
      return await run()
    }
    assert.deepEqual(await commitWith([lost, asIs, second]), { outcome: 'charged', lines: 1 })
  })

  test('stays unknown after three answers that decide nothing', async () => {
    const refused: Fate = async () => fail('constraint', 'not_done')()
    const fates = [async () => fail('lost')(), ...Array.from({ length: 9 }, () => refused)]
    assert.deepEqual(await commitWith(fates), { outcome: 'abandoned', lines: 0 })
  })
})

for (const kind of BOOKS_KINDS)
  describe(`a batch on ${kind} whose number another process has used`, async () => {
    const run = async (other: (newBatch: (requestId: string, units: number) => NewBatch) => NewBatch) => {
      await using opened = await openTestBooks(kind)
      const newBatch = await openForBatch(opened.books)
      assert.equal((await post(opened.posts, other(newBatch))).outcome, 'written')
      const nothing = () => undefined
      const ports = { books: opened.posts, timers, count: nothing, undecided: nothing }
      const decision = await commit(ports, newBatch('a', 40), () => false)
      return { ...decision, lines: (await readJournal(opened.books)).map(({ requestId }) => requestId[0]) }
    }

    test('for another batch is not charged: the writer needs other numbers', async () => {
      const { outcome, lines } = await run((newBatch) => newBatch('b', 10))
      assert.deepEqual([outcome, lines], ['cloned', ['b']])
    })

    test('for the same batch is charged once', async () => {
      const { outcome, lines } = await run((newBatch) => newBatch('a', 40))
      assert.deepEqual([outcome, lines], ['charged', ['a']])
    })

    test('for an empty batch is not charged, and no row is the cause', async () => {
      const decision = await run(() => buildEmpty(INCARNATION, chainStart(INCARNATION)))
      assert(decision.outcome === 'not_charged')
      assert.deepEqual([decision.end?.seq, decision.cause, decision.lines], [1, undefined, []])
    })
  })

for (const kind of BOOKS_KINDS)
  test(`a batch on ${kind} that violates a check of an account's row is not charged, and the row is the cause`, async () => {
    await using opened = await openTestBooks(kind)
    const batch = (await openForBatch(opened.books))('a', 60)
    await opened.books.run('update account set allowance = $1', Number.MAX_SAFE_INTEGER)
    const { period } = monthAt(await opened.books.nowMs())
    const sql = `insert into account_month (period, account, spent, allowance, credited) values ($1, 'anna', $2, $2, 100)`
    await opened.books.run(sql, period, Number.MAX_SAFE_INTEGER)
    const fail = () => assert.fail('it is not looked up')
    const decision = await commit({ books: opened.posts, timers, count: fail, undecided: fail }, batch, () => false)
    assert(decision.outcome === 'not_charged')
    assert.deepEqual([decision.end, decision.cause?.reason], [undefined, 'constraint'])
  })

test('a batch that certainly failed is not looked up', async () => {
  const decision = await commitWith([async () => fail('lost', 'not_done')(), async () => assert.fail('no second one')])
  assert.deepEqual(decision, { outcome: 'not_charged', lines: 0 })
})
