import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '../../stdx/testing/until.ts'
import { DatabaseError } from '../../storage/storage.ts'
import { readJournal } from '../testing/journal.ts'
import { BOOKS_KINDS, NOON, openAccount, openTestBooks, type TestBooks } from '../testing/test-books.ts'
import { credit, readAccounts, setAllowance, setState } from './accounts.ts'
import type { Books } from './books.ts'
import { insertIncarnation } from './incarnations.ts'
import { batchHash, type ChainEnd, chainStart, packLines } from './lines.ts'
import { readMonth } from './months.ts'
import { lookUp, type NewBatch, post } from './post.ts'
import { findTaken, hashSubject, numberSubjects, type SubjectRow, storeSubjects } from './subjects.ts'

const INCARNATION = 2 ** 52 - 7
let requests = 0

function subjectOf(account: string): SubjectRow {
  const subject = { account, project: 'p', credential: 'k', operation: 'o' }
  return { id: hashSubject(subject), ...subject }
}

/** Builds batches of one incarnation, each chained to the one before it. */
class Writer {
  readonly books: Books
  readonly incarnation: number
  end: ChainEnd

  constructor(books: Books, incarnation = INCARNATION) {
    this.books = books
    this.incarnation = incarnation
    this.end = chainStart(incarnation)
  }

  build(units: Readonly<Record<string, number>>): NewBatch {
    const accounts = Object.keys(units)
    const subjects = accounts.map(subjectOf)
    const requestId = () => `${++requests}`.padStart(32, '0')
    const unpacked = accounts.map((one, i) => ({
      requestId: requestId(),
      subject: subjects[i]!.id,
      units: units[one]!,
    }))
    const lines = packLines(unpacked)
    const hash = batchHash(this.end, this.incarnation, lines)
    const key = { incarnation: this.incarnation, seq: this.end.seq + 1 }
    return { ...key, before: this.end, hash, lines, units: new Map(Object.entries(units)), subjects }
  }

  async post(units: Readonly<Record<string, number>>, books = this.books) {
    const batch = this.build(units)
    const answer = await post(books, batch)
    if (answer.outcome === 'written')
      this.end = { seq: batch.seq, hash: batch.hash, period: answer.period, atMs: answer.atMs }
    return answer
  }
}

async function open(kind: (typeof BOOKS_KINDS)[number], units = 100) {
  const opened = await openTestBooks(kind)
  for (const account of ['anna', 'berta']) await openAccount(opened.books, account, units)
  await opened.books.transaction((rows) => insertIncarnation(rows, INCARNATION, 'test', 10))
  const { books } = opened
  const period = (await readMonth(books, await books.nowMs()))!.period
  return { opened, books, period, writer: new Writer(opened.posts), ...readers(opened, period) }
}

function readers({ books }: TestBooks, period: string) {
  const spent = async () => {
    const rows = await readAccounts(books, ['anna', 'berta'], period)
    return Object.fromEntries(rows.map((row) => [row.account, row.spent]))
  }
  return { spent, lines: async () => (await readJournal(books)).length }
}

for (const kind of BOOKS_KINDS)
  describe(`a batch on ${kind}`, () => {
    test('charges all its accounts and says what is left; the month is that of the books’ clock', async () => {
      const { opened, writer, period, spent, lines } = await open(kind)
      await using _ = opened
      const answer = await writer.post({ anna: 30, berta: 1 })
      assert(answer.outcome === 'written')
      assert.equal(answer.period, period)
      assert.deepEqual(Object.fromEntries(answer.left), { anna: 70, berta: 99 })
      if (kind === 'sqlite') assert.equal(answer.atMs, NOON)
      const second = await writer.post({ berta: 99 })
      assert(second.outcome === 'written')
      assert.deepEqual([second.left.get('berta'), await spent(), await lines()], [0, { anna: 30, berta: 100 }, 3])
    })

    test('is refused as a whole, without an error, if one account does not fit, is suspended or is unknown', async () => {
      const { opened, books, writer, spent, lines } = await open(kind)
      await using _ = opened
      await writer.post({ anna: 95 })
      const change = { account: 'berta', who: 'test', why: '' }
      assert.deepEqual(await writer.post({ anna: 6, berta: 1 }), { outcome: 'refused' })
      assert.deepEqual(await writer.post({ anna: 1, carl: 1 }), { outcome: 'refused' })
      assert.deepEqual(await writer.post({ berta: 101 }), { outcome: 'refused' }, 'also the first one of an account')
      await books.transaction((rows) => setState(rows, { ...change, state: 'suspended' }))
      assert.deepEqual(await writer.post({ anna: 1, berta: 1 }), { outcome: 'refused' })
      await books.transaction((rows) => setState(rows, { ...change, state: 'active' }))
      await books.transaction((rows) => setAllowance(rows, { ...change, units: 0 }))
      assert.deepEqual(await writer.post({ anna: 1, berta: 1 }), { outcome: 'refused' }, 'a cut acts at once')
      assert.deepEqual([await spent(), await lines()], [{ anna: 95, berta: 0 }, 1])
      assert.equal((await writer.post({ anna: 5 })).outcome, 'written', 'its number is still free')
    })

    test('may use a credit of the month, also before the first charge', async () => {
      const { opened, books, writer, period } = await open(kind, 3)
      await using _ = opened
      const change = { account: 'anna', units: 2, period, who: 'test', why: 'a fault' }
      assert.equal(await books.transaction((rows) => credit(rows, change)), 'credited')
      const answer = await writer.post({ anna: 4 })
      assert(answer.outcome === 'written')
      assert.equal(answer.left.get('anna'), 1)
      assert.equal((await writer.post({ anna: 2 })).outcome, 'refused')
      assert.equal((await writer.post({ anna: 1 })).outcome, 'written')
    })

    test('under a used number fails as a whole; the empty batch does too, and shows by its hash what is there', async () => {
      const { opened, books, writer, spent } = await open(kind)
      await using _ = opened
      const batch = writer.build({ anna: 5 })
      assert.equal((await post(opened.posts, batch)).outcome, 'written')
      const hash = batchHash(writer.end, INCARNATION, new Uint8Array())
      const empty = { ...batch, lines: new Uint8Array(), units: new Map(), subjects: [], hash }
      for (const again of [batch, empty])
        await assert.rejects(post(opened.posts, again), (error: DatabaseError) => {
          return error instanceof DatabaseError && error.outcome === 'not_done' && error.reason === 'constraint'
        })
      assert.deepEqual(await spent(), { anna: 5, berta: 0 })
      assert.deepEqual((await lookUp(books, batch))?.hash, batch.hash)
      assert.equal(await lookUp(books, { incarnation: INCARNATION, seq: 2 }), undefined)
    })

    test('that repeats itself does not fit because of its own units, which says nothing about it', async () => {
      const { opened, books, writer } = await open(kind, 5)
      await using _ = opened
      const batch = writer.build({ anna: 5 })
      await post(opened.posts, batch)
      const again = await post(opened.posts, batch).catch(() => 'used')
      assert(again === 'used' || (again as { outcome: string }).outcome === 'refused')
      assert.deepEqual((await lookUp(books, batch))?.hash, batch.hash, 'the books say what happened')
    })

    test('is refused by books that lack the one before it, have another one there, or lack its incarnation', async () => {
      const { opened, books, writer, spent, lines } = await open(kind)
      await using _ = opened
      await writer.post({ anna: 1 })
      const next = writer.build({ anna: 1 })
      const empty = { ...next, lines: new Uint8Array(), units: new Map<string, number>(), subjects: [] }
      const other = { ...next, before: { ...next.before, hash: new Uint8Array(16) } }
      for (const batch of [other, { ...next, seq: 3 }, { ...empty, seq: 3 }])
        assert.deepEqual(await post(opened.posts, batch), { outcome: 'refused' })
      const foreign = { ...next, incarnation: 99, seq: 1, before: chainStart(99) }
      assert.deepEqual(await post(opened.posts, foreign), { outcome: 'refused' })
      assert.deepEqual([await spent(), await lines()], [{ anna: 1, berta: 0 }, 1])
      assert.equal((await post(opened.posts, empty)).outcome, 'written')
      await books.run('delete from month')
      assert.deepEqual(await post(opened.posts, { ...next, seq: 3 }), { outcome: 'refused' }, 'no month is stored')
    })

    test('stores its subjects once, and is refused as a whole while a number is that of another subject', async () => {
      const { opened, books, writer, spent, lines } = await open(kind)
      await using _ = opened
      for (const units of [1, 2]) assert.equal((await writer.post({ anna: units })).outcome, 'written')
      const taken = { ...subjectOf('berta'), account: 'carl' }
      await books.transaction((rows) => storeSubjects(rows, [taken]))
      assert.deepEqual(await writer.post({ anna: 1, berta: 1 }), { outcome: 'refused' })
      assert.deepEqual([await spent(), await lines()], [{ anna: 3, berta: 0 }, 2])
      const subjects = ['anna', 'berta'].map(subjectOf)
      assert.deepEqual(await findTaken(books, subjects), new Set([taken.id]))
      const numbers = await books.transaction((rows) => numberSubjects(rows, [...subjects, subjects[0]!]))
      const [anna, berta] = subjects.map(({ id }) => id)
      assert.deepEqual(numbers, [anna, hashSubject(subjects[1]!, 1), anna])
      assert(!numbers.includes(berta!))
    })

    test('of a suspended account is written by no server once the suspension has returned', async () => {
      const { opened, books, writer } = await open(kind)
      await using _ = opened
      const change = { account: 'anna', who: 'test', why: '', state: 'suspended' } as const
      const suspended = books.transaction((rows) => setState(rows, change))
      const racing = Promise.all([writer.post({ anna: 1 }), suspended])
      const [{ outcome }] = await racing
      assert(outcome === 'written' || outcome === 'refused')
      assert.equal((await writer.post({ anna: 1, berta: 1 })).outcome, 'refused')
    })
  })

describe('on PostgreSQL', () => {
  test('a batch that waits for a row sees state and allowance of after the wait, also of an account without a month', async () => {
    const { opened, books, writer, spent } = await open('postgres')
    await using _ = opened
    await using locker = await opened.open()
    for (const change of ['suspend', 'cut'] as const) {
      await writer.post({ anna: 1 })
      let posting: Promise<{ outcome: string }> | undefined
      await locker.transaction(async (rows) => {
        await rows.query("select 1 from account where account = 'anna' for update")
        const built = writer.build({ anna: 1, berta: 1 })
        posting = post(opened.posts, built)
        // berta has no row of this month yet; the operator changes it while the batch waits for anna.
        await waitForLock(books)
        const who = { account: 'berta', who: 'test', why: '' }
        if (change === 'suspend') await books.transaction((one) => setState(one, { ...who, state: 'suspended' }))
        else await books.transaction((one) => setAllowance(one, { ...who, units: 0 }))
      })
      assert.deepEqual(await posting, { outcome: 'refused' }, change)
      await books.transaction((one) => setState(one, { account: 'berta', who: 'test', why: '', state: 'active' }))
    }
    assert.deepEqual(await spent(), { anna: 2, berta: 0 })
  })

  test('three servers that race for the last units sell exactly the allowance, and no two deadlock', async () => {
    const { opened, books, spent } = await open('postgres', 40)
    await using _ = opened
    const sold = await Promise.all(
      [1, 2, 3].map(async (incarnation) => {
        const own = await opened.open()
        await books.transaction((rows) => insertIncarnation(rows, incarnation, `server ${incarnation}`, incarnation))
        const writer = new Writer(own, incarnation)
        let units = 0
        for (let refused = 0; refused < 3; ) {
          const [one, other] = units % 2 === 0 ? ['anna', 'berta'] : ['berta', 'anna']
          const { outcome } = await writer.post({ [one!]: 1, [other!]: 1 })
          if (outcome === 'written') units++
          else refused++
        }
        return units
      }),
    )
    const total = sold.reduce((sum, units) => sum + units, 0)
    assert.equal(total, 40)
    assert.deepEqual(await spent(), { anna: 40, berta: 40 })
  })

  test('of two servers that give one number to two subjects at the same time, one is refused', async () => {
    const { opened, books, writer, spent } = await open('postgres')
    await using _ = opened
    await using locker = await opened.open()
    const other = await opened.open()
    const mine = writer.build({ anna: 1 })
    let late: Promise<unknown> | undefined
    await locker.transaction(async (rows) => {
      await rows.query("select 1 from account where account = 'anna' for update")
      late = post(opened.posts, mine)
      // Its snapshot is older than the other subject.
      await waitForLock(books)
      await storeSubjects(other, [{ ...subjectOf('anna'), account: 'berta' }])
    })
    assert.deepEqual(await late, { outcome: 'refused' })
    assert.deepEqual(await spent(), { anna: 0, berta: 0 })
  })

  test('a late backend and an empty batch under one number: one of them wins, and nothing else happens', async () => {
    const { opened, books, writer, spent, lines } = await open('postgres')
    await using _ = opened
    await using locker = await opened.open()
    const other = await opened.open()
    const batch = writer.build({ anna: 7 })
    const empty = { ...batch, lines: new Uint8Array(), units: new Map<string, number>(), subjects: [] }
    let late: Promise<unknown> | undefined
    await locker.transaction(async (rows) => {
      await rows.query("select 1 from account where account = 'anna' for update")
      late = post(opened.posts, batch).catch((error: DatabaseError) => error.reason)
      await waitForLock(books)
      assert.equal((await post(other, empty)).outcome, 'written')
    })
    assert.equal(await late, 'constraint')
    assert.deepEqual([await spent(), await lines()], [{ anna: 0, berta: 0 }, 0])
  })
})

/** Waits until a statement waits for a lock. */
async function waitForLock(books: Books): Promise<void> {
  const sql = "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
  await until(async () => 0 < ((await books.query(sql)) as [[number]])[0][0], 'a statement that waits for a lock')
}
