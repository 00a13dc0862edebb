import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldNewBatches } from './audit/audit.ts'
import { dayAt, monthAt } from './calendar.ts'
import { readLastUse } from './last-use.ts'
import { JournalWriter } from './testing/journal.ts'
import { BOOKS_KINDS, openAccount, openTestBooks } from './testing/test-books.ts'

for (const kind of BOOKS_KINDS)
  test(`the last use of a key is a day, before and after an audit has read it, on ${kind}`, async () => {
    await using opened = await openTestBooks(kind)
    const { books } = opened
    await openAccount(books, 'anna', 10)
    const nowMs = await books.nowMs()
    const { period, startsAtMs } = monthAt(nowMs)
    const writer = await JournalWriter.begin(books, 7)
    const write = async (atMs: number, credential: string, account = 'anna'): Promise<void> => {
      const subject = { account, project: 'shop', credential, operation: 'o' }
      await writer.write({ period, atMs, lines: [{ requestId: `${atMs}`.padStart(32, '0'), units: 1, ...subject }] })
    }
    const read = async () => Object.fromEntries(await books.snapshot((rows) => readLastUse(rows, 'anna')))
    const [first, today] = [dayAt(startsAtMs).day, dayAt(nowMs).day]
    await write(startsAtMs, 'old')
    await write(startsAtMs, 'both')
    await write(nowMs, 'of another', 'berta')
    assert.deepEqual(await read(), { old: first, both: first })
    await foldNewBatches(books, books)
    await write(nowMs, 'both')
    await write(nowMs, 'new')
    for (let i = 0; i < 2; i++) {
      assert.deepEqual(await read(), { old: first, both: today, new: today })
      await foldNewBatches(books, books)
    }
  })
