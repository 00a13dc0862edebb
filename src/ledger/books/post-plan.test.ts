import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Database } from '../../storage/storage.ts'
import { startPostgres, type TestPostgres } from '../../storage/testing/postgres.ts'
import { exampleGrant, exampleLine } from '../testing/rows.ts'
import { openExampleStore } from '../testing/stores.ts'
import { GRANTS_MAX } from './rows.ts'

let server: TestPostgres
before(async () => {
  server = await startPostgres()
})
after(() => server[Symbol.asyncDispose]())

const OPEN_GRANTS = 500
const BATCHES = 8
/** PostgreSQL keeps a plan after the fifth. */
const FIRST_BATCHES = 8
const BATCH_LINES = 64

async function openBooks() {
  const connections: Database[] = []
  const example = await openExampleStore('postgres', {
    clock: { nowMs: () => 1_795_000_000_000 },
    postgresUrl: server.url,
    through: (database) => {
      connections.push(database)
      return database
    },
  })
  const post = async (seq: number, numbers: readonly number[]): Promise<void> => {
    const lines = numbers.map((number) => exampleLine(number, seq * OPEN_GRANTS + number))
    const uses = numbers.map((number) => ({ grant: GRANTS_MAX + number, units: 1, acked: 0 }))
    assert.deepEqual(await example.store.post({ incarnation: 1, seq, atMs: 0, lines }, uses), { outcome: 'done' })
  }
  return { example, post, posts: connections[0]! }
}

test('PostgreSQL plans the statement of a batch once, not for each batch', async () => {
  const { example, post, posts } = await openBooks()
  await using _ = example
  await example.store.transaction((rows) => rows.putGrant(exampleGrant(1)))
  for (let seq = 1; seq <= FIRST_BATCHES; seq++) await post(seq, [1])
  const sql = `
    select generic_plans, custom_plans from pg_prepared_statements
    where statement like '%insert into batch%' and statement not like '%pg_prepared_statements%'`
  assert.deepEqual(await posts.query(sql), [[FIRST_BATCHES, 0]])
})

test('a batch on PostgreSQL reads only its own grants, however many are open', async () => {
  const { example, post, posts } = await openBooks()
  await using _ = example
  const numbers = Array.from({ length: OPEN_GRANTS }, (_, i) => i + 1)
  const grants = numbers.map((number) => exampleGrant(number))
  // The plan of a prepared statement is chosen while the books have a single grant, as those of a new operator.
  await example.store.transaction((rows) => rows.putGrant(grants[0]!))
  for (let seq = 1; seq <= FIRST_BATCHES; seq++) await post(seq, [1])
  await example.store.transaction((rows) => rows.putGrants(grants.slice(1)))
  const before = await countEntriesRead(posts)
  for (let i = 1; i <= BATCHES; i++) await post(FIRST_BATCHES + i, numbers.slice(0, BATCH_LINES))
  const read = (await countEntriesRead(posts)) - before
  // A plan that scans this index once for each line reads a hundred times as many.
  assert(read <= BATCHES * OPEN_GRANTS, `${BATCHES} batches of ${BATCH_LINES} lines read ${read} entries`)
})

/** How many entries of the index of open grants were read so far, those of this connection included. */
async function countEntriesRead(database: Database): Promise<number> {
  await database.query('select pg_stat_force_next_flush()::text')
  const sql = `
    select idx_tup_read from pg_stat_user_indexes
    where schemaname = current_schema() and indexrelname = 'grant_open'`
  const [row] = await database.query<readonly [number]>(sql)
  return row![0]
}
