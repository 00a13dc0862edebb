import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, describe, test } from 'node:test'
import { SqliteInThread } from './sqlite-in-thread.ts'
import { type Database, DatabaseError, openDatabase } from './storage.ts'
import { captureError } from './testing/capture-error.ts'
import { type CommitFault, createFaultyDatabase } from './testing/faulty-database.ts'
import { writeMigrations } from './testing/migrations.ts'
import { startPostgres } from './testing/postgres.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-database-'))
const server = await startPostgres()
after(async () => {
  await server[Symbol.asyncDispose]()
  rmSync(dir, { recursive: true })
})

const TABLE = 'create table t (k text not null primary key, n bigint not null check (n < 100))'

const thread = new SqliteInThread({ warn: assert.fail })
after(() => thread[Symbol.asyncDispose]())

const DATABASES = [
  {
    name: 'sqlite in a thread',
    dialect: 'sqlite',
    open: (migrations: URL, name: string) => thread.open({ path: join(dir, `t${name}.db`), migrations, mode: 'write' }),
    openReader: (migrations: URL, name: string) =>
      thread.open({ path: join(dir, `t${name}.db`), migrations, mode: 'read' }),
    newer: /\.db was updated by a newer Regista \(schema 2, this one knows 1\)\. Use that version\.$/,
  },
  {
    name: 'sqlite',
    dialect: 'sqlite',
    open: (migrations: URL, name: string) => openDatabase({ path: join(dir, `${name}.db`), migrations, mode: 'write' }),
    openReader: (migrations: URL, name: string) =>
      openDatabase({ path: join(dir, `${name}.db`), migrations, mode: 'read' }),
    newer: /\.db was updated by a newer Regista \(schema 2, this one knows 1\)\. Use that version\.$/,
  },
  {
    name: 'postgres',
    dialect: 'postgres',
    open: (migrations: URL, name: string) =>
      openDatabase({ url: `${server.url}&options=-csearch_path%3D${name}`, migrations, connections: 3 }),
    openReader: (migrations: URL, name: string) =>
      openDatabase({ url: `${server.url}&options=-csearch_path%3D${name}`, migrations, connections: 1, mode: 'read' }),
    newer: /The database .*\/\w+ was updated by a newer Regista \(schema 2, this one knows 1\)\. Use that version\.$/,
  },
] as const

function isFault(outcome: DatabaseError['outcome'], reason: DatabaseError['reason']) {
  return (error: unknown) => {
    assert(error instanceof DatabaseError, String(error))
    assert.deepEqual([error.outcome, error.reason], [outcome, reason], error.message)
    return true
  }
}

for (const { name: kind, dialect, open, openReader, newer } of DATABASES) {
  describe(`on ${kind}`, () => {
    let count = 0
    let name = ''

    /** A schema of its own, so that each test begins with nothing. */
    beforeEach(async () => {
      name = `d${count++}`
      if (dialect === 'sqlite') return
      using nothing = writeMigrations()
      await using database = await openDatabase({ url: server.url, migrations: nothing.folder, connections: 1 })
      await database.run(`create schema ${name}`)
    })

    async function withTable(work: (database: Database) => Promise<void>): Promise<void> {
      using migrations = writeMigrations(TABLE)
      await using database = await open(migrations.folder, name)
      await work(database)
    }

    test('values are read as they were written, in the order of the select list', () =>
      withTable(async (database) => {
        const binary = dialect === 'sqlite' ? 'blob' : 'bytea'
        await database.run(`create table v (id integer, big bigint, word text, bytes ${binary})`)
        const bytes = Uint8Array.from({ length: 256 }, (_, i) => i)
        for (const row of [
          [1, Number.MAX_SAFE_INTEGER, "žluťoučký ' \\ kůň", bytes],
          [2, Number.MIN_SAFE_INTEGER, '', new Uint8Array(0)],
          [3, null, null, null],
        ] as const) {
          assert.equal(await database.run('insert into v values ($1, $2, $3, $4)', ...row), 1)
          const read = await database.query('select big, id, word, bytes from v where id = $1', row[0])
          assert.deepEqual(read, [[row[1], row[0], row[2], row[3]]])
        }
        const [[count, sum, truth]] = (await database.query('select count(*), sum(id), 1 = 1 from v')) as [number[]]
        assert.deepEqual([count, sum, truth], [3, 6, 1])
      }))

    test('a number that is not exact is rejected with its column; only in a transaction is the outcome known', () =>
      withTable(async (database) => {
        const number = dialect === 'sqlite' ? '9007199254740993' : '9007199254740993::bigint'
        const read = `select 1 as one, ${number} as hint`
        const hasOutcome = (outcome: DatabaseError['outcome'], where: RegExp) => (error: unknown) =>
          isFault(outcome, 'refused')(error) && where.test((error as Error).message)
        for (const door of [database.transaction, database.snapshot] as const) {
          const reading = door((queries) => queries.query(read))
          await assert.rejects(reading, hasOutcome('not_done', /9007199254740993 in column hint .*can hold exactly/))
        }
        const writing = database.query(`insert into t values ('a', 1) returning k, ${number} as hint`)
        const where = /9007199254740993 in (column hint|one of the columns k, hint) /
        await assert.rejects(writing, hasOutcome('unknown', where))
        const [row] = await database.query('select k, 9007199254740991, null from t')
        assert.deepEqual(row, ['a', 9007199254740991, null])
      }))

    test('a parameter may occur twice and in any order', () =>
      withTable(async (database) => {
        await database.run('insert into t values ($2, $1)', 5, 'a')
        assert.deepEqual(await database.query('select k from t where n = $1 and $1 < $2', 5, 6), [['a']])
        assert.equal(await database.run('update t set n = n + $2 where k = $1', 'a', 2), 1)
        assert.equal(await database.run('update t set n = 0 where k = $1', 'b'), 0)
        assert.deepEqual(await database.query('delete from t returning n'), [[7]])
      }))

    test('a transaction whose work throws changes nothing and rethrows the error', () =>
      withTable(async (database) => {
        const mine = new Error('mine')
        const work = database.transaction(async (queries) => {
          await queries.run("insert into t values ('a', 1)")
          throw mine
        })
        await assert.rejects(work, (error) => error === mine)
        assert.deepEqual(await database.query('select * from t'), [])
      }))

    test('a transaction becomes visible as a whole and returns the result of its work', () =>
      withTable(async (database) => {
        const answer = await database.transaction(async (queries) => {
          await queries.run("insert into t values ('a', 1)")
          await queries.run("insert into t values ('b', 2)")
          return 'done'
        })
        assert.equal(answer, 'done')
        assert.deepEqual((await database.query('select * from t order by k')).flat(), ['a', 1, 'b', 2])
      }))

    const refused = [
      { what: 'a broken check', sql: "insert into t values ('a', 100)", reason: 'constraint' },
      { what: 'a key that exists', sql: "insert into t values ('old', 1)", reason: 'constraint' },
      { what: 'a missing value', sql: 'insert into t (n) values (1)', reason: 'constraint' },
      { what: 'a table that is not there', sql: 'insert into nowhere values (1)', reason: 'refused' },
    ] as const
    for (const { what, sql, reason } of refused) {
      test(`${what} is rejected and not done, and the next statement succeeds; alone and in a transaction that hides it`, () =>
        withTable(async (database) => {
          await database.run("insert into t values ('old', 0)")
          await assert.rejects(database.run(sql), isFault('not_done', reason))
          const hidden = database.transaction(async (queries) => {
            await queries.run("insert into t values ('before', 1)")
            await assert.rejects(queries.run(sql), isFault('not_done', reason))
            await queries.run("insert into t values ('after', 1)").catch(() => undefined)
          })
          await assert.rejects(hidden, (error) => error instanceof DatabaseError && error.outcome === 'not_done')
          await database.run("insert into t values ('next', 1)")
          assert.deepEqual(await database.query('select k from t order by k'), [['next'], ['old']])
        }))
    }

    test('a transaction that its commit rejects is not done', () =>
      withTable(async (database) => {
        await database.run('create table u (k text references t deferrable initially deferred)')
        const work = database.transaction((queries) => queries.run("insert into u values ('nobody')"))
        await assert.rejects(work, isFault('not_done', 'constraint'))
        assert.deepEqual(await database.query('select * from u'), [])
      }))

    test('a statement alone never runs inside a transaction of another caller', () =>
      withTable(async (database) => {
        const failing = database.transaction(async (queries) => {
          await queries.run("insert into t values ('a', 1)")
          await new Promise(setImmediate)
          throw new Error('mine')
        })
        const alone = database.run("insert into t values ('b', 1)")
        await assert.rejects(failing, /mine/)
        assert.equal(await alone, 1)
        assert.deepEqual(await database.query('select k from t'), [['b']])
      }))

    test('a statement after the end of its transaction trips an assertion', () =>
      withTable(async (database) => {
        const leaked = await database.transaction(async (queries) => ({ queries }))
        await assert.rejects(leaked.queries.run("insert into t values ('a', 1)"), /assertion failed/)
        assert.deepEqual(await database.query('select k from t'), [])
      }))

    test('many concurrent transactions lose no change', () =>
      withTable(async (database) => {
        await database.run("insert into t values ('a', 0)")
        const add = () => database.transaction((queries) => queries.run("update t set n = n + 1 where k = 'a'"))
        await Promise.all(Array.from({ length: 50 }, add))
        assert.deepEqual(await database.query('select n from t'), [[50]])
      }))

    test('a snapshot cannot write; the next transaction can', () =>
      withTable(async (database) => {
        const writing = database.snapshot((queries) => queries.run("insert into t values ('a', 1)"))
        await assert.rejects(writing, isFault('not_done', 'refused'))
        await database.transaction((queries) => queries.run("insert into t values ('b', 1)"))
        assert.deepEqual(await database.snapshot((queries) => queries.query('select k from t')), [['b']])
      }))

    test('a statement after closing is not done', () =>
      withTable(async (database) => {
        await database.close()
        const asked = database.run("insert into t values ('a', 1)")
        await assert.rejects(asked, (error) => error instanceof DatabaseError && error.outcome === 'not_done')
      }))

    test('each migration runs once and in order, also on a database that has some of them', async () => {
      using first = writeMigrations(TABLE)
      await (await open(first.folder, name)).close()
      using more = writeMigrations(TABLE, "alter table t add m text; insert into t values ('a', 1, 'b')")
      await (await open(more.folder, name)).close()
      await using database = await open(more.folder, name)
      assert.deepEqual(await database.query('select * from t'), [['a', 1, 'b']])
    })

    test('a migration that fails leaves the schema as it was', async () => {
      using broken = writeMigrations(`${TABLE}; ${TABLE}`)
      await assert.rejects(open(broken.folder, name), /already exists/)
      using good = writeMigrations(TABLE)
      await using database = await open(good.folder, name)
      assert.deepEqual(await database.query('select * from t'), [])
    })

    test('the first file makes all tables of its version, so a database of an earlier one is rejected', async () => {
      using one = writeMigrations(TABLE)
      await (await open(one.folder, name)).close()
      using joined = writeMigrations({ number: 3, sql: 'create table u (k text)' })
      const advice = /is too old \(schema 1\)\. Start the version before this one once/
      await assert.rejects(open(joined.folder, name), advice)
    })

    test('a database that has run all files before they were joined to one needs none', async () => {
      using two = writeMigrations(TABLE, 'create table u (k text)')
      await (await open(two.folder, name)).close()
      using joined = writeMigrations({ number: 2, sql: `${TABLE}; create table u (k text)` })
      await (await open(joined.folder, name)).close()
    })

    test('a database of a newer version is rejected with advice', async () => {
      using two = writeMigrations(TABLE, 'create table u (k text)')
      await (await open(two.folder, name)).close()
      using one = writeMigrations(TABLE)
      await assert.rejects(open(one.folder, name), newer)
    })

    test('an earlier version goes on with a database that a later one updated for both, also as a reader', async () => {
      const added = '-- works from: 1\nalter table t add column more text'
      using two = writeMigrations(TABLE, added)
      await (await open(two.folder, name)).close()
      using one = writeMigrations(TABLE)
      {
        await using database = await open(one.folder, name)
        assert.equal(await database.run('insert into t (k, n) values ($1, 1)', 'a'), 1)
      }
      await (await openReader(one.folder, name)).close()
      using three = writeMigrations(TABLE, added, 'alter table t drop column more', '-- works from: 1\nselect 1')
      await (await open(three.folder, name)).close()
      for (const folder of [one.folder, two.folder])
        await assert.rejects(open(folder, name), /was updated by a newer Regista \(schema 4, this one knows [12]\)/)
    })

    test('the faulty database does what the name of each fault says', () =>
      withTable(async (database) => {
        let fault: CommitFault = 'keeps'
        const faulty = createFaultyDatabase(database, () => fault)
        const outcomes = { keeps: undefined, loses: 'unknown', hides: 'unknown', fails: 'not_done' } as const
        for (const [kind, outcome] of Object.entries(outcomes)) {
          fault = kind as CommitFault
          const whole = () => faulty.transaction((queries) => queries.run('insert into t values ($1, 1)', `${kind} 1`))
          const alone = () => faulty.run('insert into t values ($1, 1)', `${kind} 2`)
          for (const commit of [whole, alone]) {
            if (outcome === undefined) await commit()
            else assert.equal((await captureError(commit())).outcome, outcome)
          }
        }
        const keys = await database.query('select k from t order by k')
        assert.deepEqual(keys.flat(), ['hides 1', 'hides 2', 'keeps 1', 'keeps 2'])
      }))
  })
}
