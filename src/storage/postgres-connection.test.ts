import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { cases } from '../stdx/testing/cases.ts'
import { until } from '../stdx/testing/until.ts'
import { type Database, type DatabaseError, openDatabase } from './storage.ts'
import { captureError, failStatement } from './testing/capture-error.ts'
import { startProxy } from './testing/faulty-proxy.ts'
import { writeMigrations } from './testing/migrations.ts'
import { startOwnPostgres } from './testing/postgres.ts'

const server = await startOwnPostgres({ synchronous_commit: 'local' })
const proxy = await startProxy(server.url)
const direct = await open(server.url)
after(async () => {
  await direct.close()
  await proxy[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

async function open(url: string, mode: 'write' | 'read' = 'write'): Promise<Database> {
  using migrations = writeMigrations('create table t (k text primary key)')
  return await openDatabase({ url, migrations: migrations.folder, connections: 1, mode })
}

const outcomeOf = ({ outcome, reason }: DatabaseError) => [outcome, reason]

const CODES = cases<[string, DatabaseError['outcome'], DatabaseError['reason'], 'kept' | 'dropped']>`
  22012 | not_done | refused | kept
  53100 | not_done | full    | kept
  0A000 | not_done | refused | kept
  08006 | unknown  | lost    | dropped
  57P01 | unknown  | lost    | dropped
  25P03 | unknown  | lost    | dropped
  58030 | unknown  | io      | dropped
  XX000 | unknown  | refused | dropped
  XX001 | unknown  | damaged | dropped
  25006 | not_done | lost    | dropped
  26000 | not_done | lost    | dropped
`

describe('an error on a connection that works again at once', () => {
  let database: Database
  beforeEach(async () => {
    database = await open(proxy.url)
  })
  for (const [code, alone, reason, connection] of CODES) {
    test(`${code}: alone ${alone}, in a transaction not done, ${reason}; the connection is ${connection}`, async () => {
      await using ours = database
      const works = [
        { outcome: alone, work: () => ours.run(failStatement(code)) },
        { outcome: 'not_done', work: () => ours.transaction((queries) => queries.run(failStatement(code))) },
      ]
      for (const { outcome, work } of works) {
        const connections = proxy.connections()
        assert.deepEqual(outcomeOf(await captureError(work())), [outcome, reason])
        assert.deepEqual(await ours.query('select 1'), [[1]])
        assert.equal(proxy.connections() - connections, connection === 'kept' ? 0 : 1)
      }
    })
  }
})

test('a statement on a table with changed columns is not done; the next one uses a new connection', async () => {
  await using database = await open(proxy.url)
  await direct.run('create table changing (a text)')
  const read = () => database.query('select * from changing where $1::text is not null', 'x')
  await read()
  await direct.run('alter table changing add b text')
  const connections = proxy.connections()
  assert.deepEqual(outcomeOf(await captureError(read())), ['not_done', 'lost'])
  assert.deepEqual(await read(), [])
  assert.equal(proxy.connections(), connections + 1)
})

test('a statement name belongs to one text, also behind a pooler', async () => {
  const prepared = async (statements: readonly string[]) => {
    await using database = await open(proxy.url)
    for (const sql of statements) await database.query(sql, 'x')
    const listing = "select name, statement from pg_prepared_statements where statement like 'select $1::text as _'"
    const rows = await database.query(listing)
    return new Map(rows as unknown as (readonly [string, string])[])
  }
  const [one, two, three] = ['a', 'b', 'c'].map((name) => `select $1::text as ${name}`) as [string, string, string]
  const all = await prepared([one, two, three])
  assert.equal(all.size, 3)
  for (const [name, sql] of await prepared([three, one])) assert.equal(all.get(name), sql)
})

const SETTINGS = [
  ...['bytea_output', 'default_transaction_isolation', 'idle_in_transaction_session_timeout'],
  ...['search_path', 'statement_timeout', 'synchronous_commit'],
]

test('the session sets what we rely on, so a reload of the server settings changes nothing', async () => {
  await using database = await open(proxy.url)
  const settings = () =>
    database.query('select name, setting, source from pg_settings where name = any($1::text[]) order by name', SETTINGS)
  const before = await settings()
  const sources = before.map(([name, , source]) => `${name}: ${source}`)
  assert.deepEqual(
    sources,
    Array.from(SETTINGS, (name) => `${name}: session`),
  )
  await withServerSettings(server.url, { settings: OTHERS, database }, async () => {
    assert.deepEqual(await settings(), before)
    assert.deepEqual(await database.query("select '\\x00ff'::bytea, count(*) from t"), [[Uint8Array.of(0, 255), 0]])
  })
})

const OTHERS = {
  bytea_output: 'escape',
  default_transaction_isolation: 'serializable',
  idle_in_transaction_session_timeout: '1',
  search_path: 'nowhere',
  statement_timeout: '1',
}

test('a synchronous_commit other than off stays as the operator set it', async () => {
  await using database = await open(proxy.url)
  assert.deepEqual(await database.query('show synchronous_commit'), [['local']])
})

for (const first of ['change', 'snapshot'] as const) {
  test(`a server that becomes read-only is replaced by a new connection: a ${first} comes first, not done`, async () => {
    await using reader = await startOwnPostgres()
    await using proxy = await startProxy(reader.url)
    await using database = await open(proxy.url)
    const insert = (key: string) => database.run('insert into t values ($1)', key)
    const insertInTransaction = (key: string) =>
      database.transaction((queries) => queries.run('insert into t values ($1)', key))
    const read = () => database.snapshot((queries) => queries.query('select k from t'))
    await insert('before')
    const settings = { default_transaction_read_only: 'on' }
    await withServerSettings(reader.url, { settings, database }, async () => {
      // The first is asked on the connection that was open before, each other on a new one.
      for (const work of first === 'snapshot' ? [read, insert] : [insert, insertInTransaction, insert, read])
        assert.deepEqual(outcomeOf(await captureError(work('x'))), ['not_done', 'lost'])
      await using looking = await open(proxy.url, 'read')
      assert.deepEqual(await looking.query('select k from t'), [['before']])
      proxy.leadTo(server.url)
      assert.equal(await insert('after'), 1)
      assert.deepEqual(await read(), [['after']])
    })
    assert.equal(await direct.run("delete from t where k = 'after'"), 1)
  })
}

/**
 * Makes the second statement of a beginning fail with the code that stands there: this schema is looked in before the
 * server's own.
 */
const FAILING_BEGIN = [
  'create schema failing',
  'create table failing.code (code text)',
  `create function failing.current_setting(name text) returns text language plpgsql as $$
    declare failure text := (select min(code.code) from failing.code);
    begin
      if name = 'default_transaction_read_only' and failure is not null
      then raise exception 'told to fail' using errcode = failure; end if;
      return pg_catalog.current_setting(name);
    end $$`,
]
const LOOKS_THERE_FIRST = `options=${encodeURIComponent('-c search_path=failing,pg_catalog,public')}`

describe('a snapshot of which only the first half of begin succeeds leaves no transaction open', () => {
  before(async () => {
    for (const sql of FAILING_BEGIN) await direct.run(sql)
  })
  for (const { code, reason, rollback } of [
    { code: '57014', reason: 'busy', rollback: 'succeeds' },
    { code: '53200', reason: 'busy', rollback: 'succeeds' },
    { code: '22012', reason: 'refused', rollback: 'succeeds' },
    { code: '57014', reason: 'busy', rollback: 'is lost' },
  ] as const) {
    test(`${code}, and the rollback ${rollback}: not done, ${reason}; the next calls are served`, async () => {
      await using ours = await open(`${proxy.url}?${LOOKS_THERE_FIRST}`)
      const read = () => ours.snapshot((queries) => queries.query('select 1'))
      const connections = proxy.connections()
      await direct.run('insert into failing.code values ($1)', code)
      if (rollback === 'is lost') proxy.set({ kind: 'cuts_before', text: 'rollback' })
      assert.deepEqual(outcomeOf(await captureError(read())), ['not_done', reason])
      proxy.set({ kind: 'passes' })
      await direct.run('delete from failing.code')
      for (const work of [read, () => ours.query('select 1'), () => ours.transaction((q) => q.query('select 1'))])
        assert.deepEqual(await work(), [[1]])
      assert.equal(proxy.connections() - connections, rollback === 'succeeds' ? 0 : 1)
    })
  }
})

for (const first of ['change', 'snapshot', 'alone'] as const) {
  test(`a connection with a failed transaction of another client is replaced: a ${first} comes first, not done`, async () => {
    await using database = await open(proxy.url)
    const works: Readonly<Record<typeof first, () => Promise<unknown>>> = {
      change: () => database.transaction((queries) => queries.query('select 1')),
      snapshot: () => database.snapshot((queries) => queries.query('select 1')),
      alone: () => database.query('select 1'),
    }
    await database.run('begin')
    await captureError(database.run(failStatement('22012')))
    assert.deepEqual(outcomeOf(await captureError(works[first]())), ['not_done', 'lost'])
    for (const work of Object.values(works)) assert.deepEqual(await work(), [[1]])
  })
}

test('a statement after a failed one of its transaction is rejected, and the connection is kept', async () => {
  await using database = await open(proxy.url)
  const connections = proxy.connections()
  for (const kind of ['transaction', 'snapshot'] as const) {
    const work = database[kind](async (queries) => {
      await captureError(queries.run(failStatement('22012')))
      await queries.query('select 1')
    })
    assert.deepEqual(outcomeOf(await captureError(work)), ['not_done', 'refused'])
    assert.deepEqual(await database.query('select 1'), [[1]])
  }
  assert.equal(proxy.connections(), connections)
})

test('a number that is not exact is rejected with its column, and the connection is kept', async () => {
  await using database = await open(proxy.url)
  const connections = proxy.connections()
  const sql = 'select 1 as one, 9007199254740993::bigint as hint'
  const fault = await captureError(database.snapshot((queries) => queries.query(sql)))
  assert.deepEqual(outcomeOf(fault), ['not_done', 'refused'])
  assert.match(fault.message, /9007199254740993 in column hint .*not a whole number that JavaScript can hold exactly/)
  assert.deepEqual(await database.query('select 9007199254740991::bigint, null::bigint'), [[9007199254740991, null]])
  assert.equal(proxy.connections(), connections)
})

/**
 * Changes the settings of a running server until `work` is done. The connection of `database` has heard of them by
 * then.
 */
async function withServerSettings(
  url: string,
  { settings, database }: { readonly settings: Readonly<Record<string, string>>; readonly database: Database },
  work: () => Promise<void>,
): Promise<void> {
  // A reader may connect to a read-only server.
  await using admin = await open(url, 'read')
  const reload = () => admin.query('select pg_reload_conf()')
  const marker = `${100 + ++reloads}kB`
  for (const [name, value] of Object.entries({ ...settings, work_mem: marker }))
    await admin.run(`alter system set ${name} = '${value}'`)
  await reload()
  const current = () => database.query<readonly [string]>('show work_mem')
  await until(current, `work_mem to be ${marker}`, ([row]) => row?.[0] === marker)
  try {
    await work()
  } finally {
    await admin.run('alter system reset all')
    await reload()
  }
}

let reloads = 0
