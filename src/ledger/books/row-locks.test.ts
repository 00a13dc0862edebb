import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startPostgres, type TestPostgres } from '../../storage/testing/postgres.ts'
import { monthAt } from '../calendar.ts'
import { audit } from '../testing/audit.ts'
import { listGrants } from '../testing/rows.ts'
import { openExampleStore } from '../testing/stores.ts'
import { Books } from './books.ts'
import { GRANTS_MAX } from './rows.ts'

/*
 * SQLite has one writer at a time. PostgreSQL separates transactions by the locks that the statements take.
 */

let server: TestPostgres
before(async () => {
  server = await startPostgres()
})
after(() => server[Symbol.asyncDispose]())

const NOW_MS = 1_795_000_000_000
const month = monthAt(NOW_MS)
const open = () => openExampleStore('postgres', { clock: { nowMs: () => NOW_MS }, postgresUrl: server.url })
const allow = (books: Books, account: string, units: number) => books.setAllowance({ account, units, who: 'operator' })

test('nodes that race for the last units of an account get exactly these, and return all of them', async () => {
  await using example = await open()
  const books = new Books(example.store)
  const incarnations = await Promise.all(
    ['n', 'm', 'o', 'p'].map(async (node) => (await books.beginIncarnation(node, 0)).incarnation),
  )
  for (let round = 1; round <= 10; round++) {
    const account = `account ${round}`
    await allow(books, account, 25)
    const outcomes = await Promise.all(
      incarnations.map((incarnation) => {
        const request = { grant: incarnation * GRANTS_MAX + round, version: 0, account, month, incarnation }
        return books.acquire({ ...request, least: 10, wanted: 10, shape: 'shared' })
      }),
    )
    const grants = outcomes.flatMap((one) => (one.outcome === 'granted' ? [one.grant] : []))
    assert.equal(grants.length, 2)
    const closed = grants.map(({ id, version }) =>
      books.closeGrant({ grant: id, version, account, period: month.period }, 0),
    )
    assert.deepEqual(await Promise.all(closed), [{ outcome: 'closed' }, { outcome: 'closed' }])
    const row = await example.store.snapshot((rows) => rows.period(account, month.period))
    assert.deepEqual([row!.reserved, row!.exposure, row!.confirmed], [0, 0, 0])
  }
  assert.deepEqual((await example.store.snapshot(audit)).differences, [])
})

test('grants that grow while batches take from them lose no unit', async () => {
  await using example = await open()
  const books = new Books(example.store)
  const { incarnation } = await books.beginIncarnation('n', 0)
  const accounts = ['a', 'b', 'c']
  for (const account of accounts) await allow(books, account, 100_000)
  const grow = async (version: number): Promise<void> => {
    const requests = accounts.map((account, i) => {
      const request = { grant: incarnation * GRANTS_MAX + i, version, account, month, incarnation }
      return { ...request, least: 1, wanted: 100, shape: 'sole' as const }
    })
    for (const outcome of await books.acquireMany(requests)) assert('grant' in outcome)
  }
  await grow(0)
  const named = accounts.map((account) => ({ account, project: 'p', credential: 'c', operation: 'o' }))
  const subjects = await books.subjectNumbers(named)
  const post = async (seq: number): Promise<void> => {
    const uses = accounts.map((_, i) => ({ grant: incarnation * GRANTS_MAX + i, units: 1, acked: 0 }))
    const lines = uses.map(({ grant, units }, i) => {
      return { requestId: `${seq}${i}`.padStart(32, '0'), grant, subject: subjects[i]!, units }
    })
    assert.deepEqual(await books.post({ incarnation, seq, atMs: NOW_MS, lines }, uses), { outcome: 'done' })
  }
  const inTurn = async (work: (number: number) => Promise<void>): Promise<void> => {
    for (let number = 1; number <= 60; number++) await work(number)
  }
  await Promise.all([inTurn(post), inTurn(grow)])
  const grants = await example.store.snapshot((rows) => listGrants(rows))
  assert.deepEqual(
    grants.map(({ spent, size }) => [spent, size]),
    accounts.map(() => [60, 6_100]),
  )
  assert.deepEqual((await example.store.snapshot(audit)).differences, [])
})

test('transactions that lock the same accounts in different orders cause no deadlock', async () => {
  await using example = await open()
  const names = Array.from({ length: 1_500 }, (_, i) => `account ${i}`)
  await example.database.run(
    "insert into account (account, allowance, state) select 'account ' || n, 9, 'active' from generate_series(0, 1499) n",
  )
  const lockAll = async (order: readonly string[]): Promise<void> => {
    for (let round = 0; round < 15; round++) {
      const locked = await example.store.transaction((rows) => rows.lockAccounts(order))
      assert.equal(locked.length, names.length)
    }
  }
  await Promise.all([lockAll(names), lockAll(names.toReversed()), lockAll(names), lockAll(names.toReversed())])
})
