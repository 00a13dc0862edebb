import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Database, openDatabase } from '../../storage/storage.ts'
import { migrationsBefore } from '../../storage/testing/migrations.ts'
import { startPostgres, type TestPostgres } from '../../storage/testing/postgres.ts'
import { monthAfter, monthAt } from '../calendar.ts'
import { Books } from './books.ts'
import { CLOCK_DOUBT } from './clock-doubt.ts'
import { BOOKS_MIGRATIONS, openSqlBooks } from './sql-store.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-earlier-books-'))
let server: TestPostgres
before(async () => {
  server = await startPostgres()
})
after(async () => {
  await server[Symbol.asyncDispose]()
  rmSync(dir, { recursive: true })
})

const NOVEMBER = monthAt(Date.UTC(2026, 10, 21))
const OCTOBER = monthAt(NOVEMBER.startsAtMs - 1)
const DECEMBER = monthAfter(NOVEMBER)
const MIDDLE = Date.UTC(2026, 10, 21)

type State = 'open' | 'closed'

let made = 0

/**
 * Books as an earlier version left them, opened by this version at a moment of November. The last month given is the
 * last one charged.
 */
async function updated(kind: 'sqlite' | 'postgres', months: readonly (readonly [typeof NOVEMBER, State])[]) {
  const number = made++
  const name = `earlier_${process.pid}_${number}`
  const open = (migrations: URL): Promise<Database> =>
    kind === 'sqlite'
      ? openDatabase({ path: join(dir, `${name}.db`), migrations, mode: 'write' })
      : openDatabase({ url: server.urlOf(name), migrations, connections: 1 })
  if (kind === 'postgres') {
    await using administrator = await openDatabase({ url: server.url, migrations: BOOKS_MIGRATIONS, connections: 1 })
    await administrator.run(`create database ${name}`)
  }
  {
    await using database = await open(migrationsBefore('0003', BOOKS_MIGRATIONS, join(dir, 'migrations')))
    await database.run(`insert into account values ('anna', 100, 'active')`)
    for (const [{ period, startsAtMs, endsAtMs }, state] of months)
      await database.run(
        `insert into account_period values ('anna', $1, $2, $3, 100, 100, 7, 0, 0, 0, 0, $4, 0)`,
        ...[period, startsAtMs, endsAtMs, state],
      )
  }
  const database = await open(BOOKS_MIGRATIONS)
  const store = openSqlBooks(
    { posts: database, transactions: database, snapshots: database },
    { clock: { nowMs: () => MIDDLE } },
  )
  const { notice } = await new Books(store).beginIncarnation('node', 0)
  const { time, doubts } = await store.snapshot(async (rows) => ({
    time: await rows.ledgerTime(),
    doubts: (await rows.doubts()).map(({ reason }) => reason),
  }))
  await store.close()
  return { time, doubts, notice }
}

for (const kind of ['sqlite', 'postgres'] as const)
  describe(`books of an earlier version, on ${kind}`, () => {
    test('know which month is running and which are closed for good', async () => {
      const { time, doubts, notice } = await updated(kind, [
        [OCTOBER, 'closed'],
        [NOVEMBER, 'open'],
      ])
      assert.deepEqual([doubts, notice, time.finalMs, time.returns], [[], undefined, OCTOBER.endsAtMs, 0])
      assert.equal(time.nowMs, MIDDLE)
    })

    test('are in doubt if a clock that was ahead closed their running month', async () => {
      const { time, doubts } = await updated(kind, [
        [NOVEMBER, 'closed'],
        [DECEMBER, 'open'],
      ])
      assert.deepEqual([doubts, time.nowMs, time.finalMs], [[CLOCK_DOUBT], DECEMBER.startsAtMs, NOVEMBER.endsAtMs])
    })

    test('return to the running month if they were charged by a clock that was ahead', async () => {
      const { time, doubts, notice } = await updated(kind, [
        [NOVEMBER, 'open'],
        [DECEMBER, 'open'],
      ])
      assert.deepEqual([doubts, time.nowMs, time.returns], [[], MIDDLE, 1])
      assert.match(notice!, /anna: 7 units charged to 2026-12$/)
    })

    test('without any account begin with the time of the clock', async () => {
      const { time, doubts } = await updated(kind, [])
      assert.deepEqual([doubts, time.nowMs, time.finalMs], [[], MIDDLE, 0])
    })
  })
