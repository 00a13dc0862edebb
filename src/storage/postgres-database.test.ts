import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { cases } from '../stdx/testing/cases.ts'
import { writeTestFiles } from '../stdx/testing/write-test-files.ts'
import { type Database, type DatabaseError, openDatabase } from './storage.ts'
import { captureError } from './testing/capture-error.ts'
import { type NetworkFault, startProxy } from './testing/faulty-proxy.ts'
import { writeMigrations } from './testing/migrations.ts'
import { startOwnPostgres, startPostgres } from './testing/postgres.ts'

/** In ms. Short, for what is never answered; what is answered takes a fraction of it. */
const PATIENCE_MS = 400

const server = await startPostgres()
const proxy = await startProxy(server.url)
using migrations = writeMigrations('create table t (k text primary key)')
const { folder } = migrations
const database = await openDatabase({ url: proxy.url, migrations: folder, connections: 1, patienceMs: PATIENCE_MS })
const direct = await openDatabase({ url: server.url, migrations: folder, connections: 2 })
after(async () => {
  proxy.set({ kind: 'passes' })
  await database.close()
  await direct.close()
  await proxy[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const insert = (key: string) => database.run('insert into t values ($1)', key)
const insertInTransaction = (key: string) =>
  database.transaction((queries) => queries.run('insert into t values ($1)', key))
async function insertTwice(key: string): Promise<number> {
  await captureError(insert(`${key}, on the old connection`))
  return await insert(key)
}
const read = (_key: string) => database.snapshot((queries) => queries.query('select k from t'))

async function isThere(key: string): Promise<boolean> {
  return 0 < (await direct.query('select 1 from t where k = $1', key)).length
}

/** As it is sent: a key may contain the word. */
const COMMIT = 'commit\0'

const STORMS = cases<[string, NetworkFault, (key: string) => Promise<unknown>, DatabaseError['outcome'], 'there' | '']>`
  the answer to a statement is lost        | ${{ kind: 'cuts_after', text: 'insert' }}  | ${insert}              | unknown  | there
  a statement is lost on its way           | ${{ kind: 'cuts_before', text: 'insert' }} | ${insert}              | unknown  |
  a statement is never answered            | ${{ kind: 'swallows', text: 'insert' }}    | ${insert}              | unknown  | there
  the answer to a commit is lost           | ${{ kind: 'cuts_after', text: COMMIT }}    | ${insertInTransaction} | unknown  | there
  a commit is lost on its way              | ${{ kind: 'cuts_before', text: COMMIT }}   | ${insertInTransaction} | unknown  |
  a commit is never answered               | ${{ kind: 'swallows', text: COMMIT }}      | ${insertInTransaction} | unknown  | there
  the connection is lost before the commit | ${{ kind: 'cuts_after', text: 'insert' }}  | ${insertInTransaction} | not_done |
  no answer comes before the commit        | ${{ kind: 'swallows', text: 'insert' }}    | ${insertInTransaction} | not_done |
  the connection is lost at the begin      | ${{ kind: 'cuts_before', text: 'begin' }}  | ${insertInTransaction} | not_done |
  the end of a snapshot is lost            | ${{ kind: 'cuts_after', text: COMMIT }}    | ${read}                | not_done |
  no server answers a new connection       | ${{ kind: 'swallows' }}                    | ${insertTwice}         | not_done |
`

describe('the outcome after a network fault', () => {
  for (const [what, weather, work, outcome, there] of STORMS) {
    test(`${what}: ${outcome}; the next call opens a new connection`, async () => {
      // A connection that has never seen these statements, so that their text is sent.
      proxy.set({ kind: 'cuts_before' })
      await captureError(insert('not sent'))
      proxy.set({ kind: 'passes' })
      await database.query('select 1')
      const connections = proxy.connections()
      proxy.set(weather)
      const fault = await captureError(work(what))
      proxy.set({ kind: 'passes' })
      assert.deepEqual([fault.outcome, fault.reason], [outcome, 'lost'], fault.message)
      assert.equal(await isThere(what), there === 'there')
      assert.equal(await insert(`after ${what}`), 1)
      assert.equal(proxy.connections(), connections + (what.startsWith('no server') ? 2 : 1))
    })
  }
})

test('a terminated backend: alone the outcome is unknown, in a transaction it is not done', async () => {
  const end = (queries: Pick<Database, 'query'>) =>
    queries.query('select pg_terminate_backend(pg_backend_pid()), $1::text', 'x')
  assert.deepEqual(outcomeOf(await captureError(end(database))), ['unknown', 'lost'])
  assert.deepEqual(outcomeOf(await captureError(database.transaction(end))), ['not_done', 'lost'])
  assert.equal(await insert('after the end'), 1)
})

test('a wait for a lock ends at the timeout, not done, and the connection is kept', async () => {
  await insert('locked')
  const connections = proxy.connections()
  await direct.transaction(async (queries) => {
    await queries.query("select k from t where k = 'locked' for update")
    const fault = await captureError(database.run("delete from t where k = 'locked'"))
    assert.deepEqual(outcomeOf(fault), ['not_done', 'busy'])
  })
  assert.equal(await database.run("delete from t where k = 'locked'"), 1)
  assert.equal(proxy.connections(), connections)
})

test('one of two deadlocked transactions is not done, busy', async () => {
  for (const key of ['x', 'y']) await insert(key)
  const { promise: bothHoldOne, resolve } = Promise.withResolvers<void>()
  let holding = 0
  const lockBoth = (first: string, second: string) =>
    direct.transaction(async (queries) => {
      await queries.query('select 1 from t where k = $1 for update', first)
      if (++holding === 2) resolve()
      await bothHoldOne
      await queries.query('select 1 from t where k = $1 for update', second)
    })
  const results = await Promise.allSettled([lockBoth('x', 'y'), lockBoth('y', 'x')])
  const faults = results.filter((result) => result.status === 'rejected').map(({ reason }) => outcomeOf(reason))
  assert.deepEqual(faults, [['not_done', 'busy']])
})

test('a server that cannot be reached: not done, lost', async () => {
  using migrations = writeMigrations()
  const url = 'postgres://postgres@127.0.0.1:1/postgres'
  const opening = openDatabase({ url, migrations: migrations.folder, connections: 1 })
  assert.deepEqual(outcomeOf(await captureError(opening)), ['not_done', 'lost'])
})

test('a snapshot reads one point in time, whatever is committed meanwhile', async () => {
  await direct.snapshot(async (queries) => {
    const count = () => queries.query('select count(*) from t')
    const before = await count()
    await insert('while a snapshot is read')
    assert.deepEqual(await count(), before)
  })
})

test('a transaction reads what others committed meanwhile: it is READ COMMITTED', async () => {
  await direct.transaction(async (queries) => {
    assert.deepEqual(await queries.query('show transaction_isolation'), [['read committed']])
  })
})

test('a server with synchronous_commit off waits for its disk in our sessions', async () => {
  await using careless = await startOwnPostgres({ synchronous_commit: 'off' })
  using migrations = writeMigrations()
  await using database = await openDatabase({ url: careless.url, migrations: migrations.folder, connections: 1 })
  assert.deepEqual(await database.query('show synchronous_commit'), [['on']])
})

test('an old primary is not used by a program that knows of a newer one, from the file of a server or from its mark', async () => {
  const [[cluster]] = (await direct.query('select system_identifier::text from pg_control_system()')) as [[string]]
  const [seenTimelines] = writeTestFiles({ 'timelines.json': JSON.stringify({ [cluster]: 9 }) }) as [string]
  const known = [
    { seenTimelines },
    { marked: { cluster, timeline: 9 } },
    { marked: { cluster: 'another', timeline: 9 } },
  ]
  const outcomes: string[] = []
  for (const [i, options] of known.entries()) {
    const url = new URL(server.url)
    url.searchParams.set('fallback_application_name', `${i}`)
    const opening = openDatabase({ url: url.href, connections: 1, ...options })
    outcomes.push(
      await opening.then(
        (opened) => opened.close().then(() => 'used'),
        ({ message }: Error) => message,
      ),
    )
  }
  for (const message of outcomes.splice(0, 2))
    assert.match(message, /^it is an old primary: on timeline 1, and 9 was seen/)
  assert.deepEqual(outcomes, ['used'])
})

test('several nodes that start at once create the tables once', async () => {
  await using fresh = await startPostgres()
  using migrations = writeMigrations('create table t (k text)', "insert into t values ('once')")
  const open = () => openDatabase({ url: fresh.url, migrations: migrations.folder, connections: 1 })
  const databases = await Promise.all(Array.from({ length: 5 }, open))
  assert.deepEqual(await databases[0]!.query('select k from t'), [['once']])
  for (const database of databases) await database.close()
})

test('two sets of tables share a database, each with its own migration numbers', async () => {
  await using fresh = await startPostgres()
  using books = writeMigrations('create table a (k text)', 'create table b (k text)')
  using control = writeMigrations('create table c (k text)')
  const open = (migrations: URL, series: string, mode: 'write' | 'read' = 'write') =>
    openDatabase({ url: fresh.url, migrations, series, mode, connections: 1 })
  await (await open(books.folder, 'books')).close()
  await assert.rejects(open(control.folder, 'control', 'read'), /has no tables of Regista yet/)
  for (let times = 0; times < 2; times++) await (await open(control.folder, 'control')).close()
  await using database = await open(books.folder, 'books', 'read')
  await database.query('select a.k from a, b, c')
  const numbers = await database.query('select series, number from regista_migration order by series, number')
  assert.deepEqual(numbers.flat(), ['books', 1, 'books', 2, 'control', 1])
})

test('lists go to unnest', async () => {
  const rows = await direct.query('select * from unnest($1::bigint[], $2::text[])', [1, 2], ['a', 'b "\\ {c}'])
  assert.deepEqual(rows.flat(), [1, 'a', 2, 'b "\\ {c}'])
})

function outcomeOf({ outcome, reason }: DatabaseError) {
  return [outcome, reason]
}
