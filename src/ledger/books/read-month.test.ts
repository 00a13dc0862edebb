import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Database } from '../../storage/storage.ts'
import { startPostgres, type TestPostgres } from '../../storage/testing/postgres.ts'
import { monthAfter, monthAt } from '../calendar.ts'
import { openExampleStore } from '../testing/stores.ts'
import { Books } from './books.ts'
import { GRANTS_MAX } from './rows.ts'
import { openSqlBooks } from './sql-store.ts'

let server: TestPostgres
before(async () => {
  server = await startPostgres()
})
after(() => server[Symbol.asyncDispose]())

const clock = { nowMs: () => 1_795_000_000_000 }
const month = monthAt(clock.nowMs())

/** The same database, with a record of every statement and transaction. */
function recordCalls(database: Database, calls: string[]): Database {
  const noting = <T>(what: string, work: () => T): T => {
    calls.push(what)
    return work()
  }
  return {
    ...database,
    query: (sql, ...values) => noting(sql, () => database.query(sql, ...values)),
    readOnce: (sql, ...values) => noting(sql, () => database.readOnce(sql, ...values)),
    transaction: (work) => noting('transaction', () => database.transaction(work)),
    snapshot: (work) => noting('snapshot', () => database.snapshot(work)),
  }
}

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`the month of an account on ${kind}`, () => {
    async function withBooks(work: (books: Books, incarnation: number, calls: string[]) => Promise<void>) {
      await using example = await openExampleStore(kind, { clock, postgresUrl: server.url })
      const calls: string[] = []
      const database = recordCalls(example.database!, calls)
      const books = new Books(openSqlBooks({ posts: database, transactions: database, snapshots: database }, { clock }))
      await books.setAllowance({ account: 'a', units: 1000, who: 'o' })
      const { incarnation } = await books.beginIncarnation('n', 0)
      await work(books, incarnation, calls)
    }

    test('is read in one statement, with all its open grants and no others', () =>
      withBooks(async (books, incarnation, calls) => {
        const grants = [0, 1, 2].map((number) => incarnation * GRANTS_MAX + number)
        for (const grant of grants) {
          const request = { account: 'a', month, incarnation, grant, version: 0, least: 1, wanted: 10 }
          await books.acquire({ ...request, shape: 'shared' })
        }
        await books.closeGrant({ account: 'a', period: month.period, grant: grants[1]!, version: 1 }, 0)
        calls.length = 0
        const view = await books.readMonth('a', month)
        assert.equal(calls.length, 1)
        assert(view.outcome === 'known')
        assert.deepEqual(view.month, month)
        assert.deepEqual([view.account.allowance, view.period?.reserved], [1000, 20])
        assert.deepEqual(
          view.grants.map(({ id }) => id),
          [grants[0], grants[2]],
        )
      }))

    test('is read in one statement even if it is empty or its account unknown', () =>
      withBooks(async (books, _incarnation, calls) => {
        calls.length = 0
        const view = await books.readMonth('a', month)
        assert(view.outcome === 'known')
        assert.deepEqual([view.period, view.grants], [undefined, []])
        assert.deepEqual(await books.readMonth('b', month), { outcome: 'unknown_account' })
        assert.equal(calls.length, 2)
      }))

    test('begins where the month before it ended, even if the calendar says otherwise', () =>
      withBooks(async (books, incarnation) => {
        const longer = { ...month, endsAtMs: month.endsAtMs + 3_600_000 }
        const request = { account: 'a', month: longer, incarnation, grant: incarnation * GRANTS_MAX, version: 0 }
        await books.acquire({ ...request, least: 1, wanted: 10, shape: 'shared' })
        const view = await books.readMonth('a', monthAfter(month))
        assert(view.outcome === 'known')
        // By the node's calendar the next month has begun; by the ledger's clock this one is still running.
        assert.deepEqual([view.month, view.period?.reserved], [longer, 10])
      }))
  })
}

test('no statement reads from a PostgreSQL server that was set to read only', async () => {
  await using example = await openExampleStore('postgres', { clock, postgresUrl: server.url })
  const { store, database } = example
  await store.transaction((rows) => rows.putAccount({ account: 'a', allowance: 1, state: 'active' }))
  assert.equal((await store.read((rows) => rows.account('a')))?.allowance, 1)
  await database!.query("select set_config('default_transaction_read_only', 'on', false)")
  // Reads on every connection of the pool until one was the changed one.
  const reads = Array.from({ length: 8 }, () => store.read((rows) => rows.account('a')))
  const results = await Promise.allSettled(reads)
  const refused = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
  assert.deepEqual(
    refused.map(({ reason }) => (reason as { outcome: string; reason: string }).reason),
    ['lost'],
  )
  assert.equal((await store.read((rows) => rows.account('a')))?.allowance, 1)
})
