import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { type Database, DatabaseError, openDatabase, openSqlite } from './storage.ts'
import { writeMigrations } from './testing/migrations.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-sqlite-'))
after(() => rmSync(dir, { recursive: true }))

const TABLE = 'create table t (k integer primary key, b blob)'
const insert = 'insert into t values ($1, $2)'

async function withFile(name: string, work: (database: Database, path: string, folder: URL) => Promise<void>) {
  using migrations = writeMigrations(TABLE)
  const path = join(dir, name)
  await using database = await openDatabase({ path, migrations: migrations.folder, mode: 'write' })
  await work(database, path, migrations.folder)
}

test('a commit is on the disk when it returns, and the log does not grow without end', () =>
  withFile('durable.db', async (database, path) => {
    assert.deepEqual(await database.query('pragma synchronous'), [[2]])
    assert.deepEqual(await database.query('pragma journal_mode'), [['wal']])
    for (let k = 0; k < 2000; k++) await database.run(insert, k, new Uint8Array(8000))
    const wal = statSync(`${path}-wal`).size
    assert(wal < 10_000_000, `${wal} bytes`)
  }))

test('a full disk: full, not done, and what fits afterwards is written', () =>
  withFile('full.db', async (database) => {
    const [[pages]] = (await database.query('pragma page_count')) as [[number]]
    await database.query(`pragma max_page_count = ${pages + 5}`)
    const big = new Uint8Array(100_000)
    const isFull = { name: 'DatabaseError', outcome: 'not_done', reason: 'full' }
    await assert.rejects(database.run(insert, 1, big), isFull)
    const hidden = database.transaction(async (queries) => {
      await queries.run(insert, 2, null)
      await queries.run(insert, 3, big).catch(() => undefined)
      await queries.run(insert, 4, null).catch(() => undefined)
    })
    await assert.rejects(hidden, isFull)
    await database.transaction((queries) => queries.run(insert, 5, null))
    assert.deepEqual(await database.query('select k from t'), [[5]])
  }))

test('a reader beside the writer sees each commit at once and as a whole, and cannot write', () =>
  withFile('read.db', async (database, path, folder) => {
    await using reader = await openDatabase({ path, migrations: folder, mode: 'read' })
    const seen = () => reader.query('select k from t')
    await database.transaction(async (queries) => {
      await queries.run(insert, 1, null)
      assert.deepEqual(await seen(), [])
    })
    assert.deepEqual(await seen(), [[1]])
    await reader.snapshot(async (queries) => {
      const before = await queries.query('select k from t')
      await database.run(insert, 2, null)
      assert.deepEqual(await queries.query('select k from t'), before)
    })
    assert.deepEqual(await seen(), [[1], [2]])
    await assert.rejects(reader.run(insert, 3, null), DatabaseError)
  }))

test('a reader of a missing file or of an older schema gets advice', async () => {
  using migrations = writeMigrations(TABLE)
  const path = join(dir, 'none.db')
  const read = () => openDatabase({ path, migrations: migrations.folder, mode: 'read' })
  await assert.rejects(read, { message: `${path} does not exist.` })
  openSqlite(path, { use: 'owned' }).close()
  const message = `${path} was written by an older Regista (schema 0, this one knows 1). Start the server once: it updates the database.`
  await assert.rejects(read, { message })
})

test('a second writer waits for the first, then fails as busy, not done', () =>
  withFile('busy.db', async (database, path) => {
    await database.query('pragma busy_timeout = 10')
    using other = new DatabaseSync(path)
    other.exec('begin immediate')
    const isBusy = { name: 'DatabaseError', outcome: 'not_done', reason: 'busy' }
    await assert.rejects(database.run(insert, 1, null), isBusy)
    const inTransaction = database.transaction((queries) => queries.run(insert, 1, null))
    await assert.rejects(inTransaction, isBusy)
    other.exec('rollback')
    assert.equal(await database.run(insert, 1, null), 1)
  }))

test('a disk that fails in a commit: io, outcome unknown; the writer continues when the disk works', () => {
  // A process of its own, because it may write no file larger than the limit; there a write fails as on a broken disk.
  const script = `
    import { openDatabase } from ${JSON.stringify(import.meta.resolve('./storage.ts'))}
    import { writeMigrations } from ${JSON.stringify(import.meta.resolve('./testing/migrations.ts'))}
    using migrations = writeMigrations(${JSON.stringify(TABLE)})
    const database = await openDatabase({ path: ${JSON.stringify(join(dir, 'limit.db'))}, migrations: migrations.folder, mode: 'write' })
    const fault = (work) => work.then(() => 'done', ({ outcome, reason }) => outcome + ' ' + reason)
    const put = (queries, k, bytes) => queries.run(${JSON.stringify(insert)}, k, new Uint8Array(bytes))
    const output = []
    output.push(await fault(put(database, 1, 10)))
    output.push(await fault(put(database, 2, 1_000_000)))
    output.push(await fault(database.transaction((queries) => put(queries, 3, 1_000_000))))
    output.push(await fault(database.transaction((queries) => put(queries, 4, 10))))
    output.push(JSON.stringify(await database.query('select k from t')))
    process.stdout.write(output.join(', '))
  `
  const limited = ['-c', 'ulimit -f 500; exec "$0" "$@"', process.execPath, '--input-type=module', '-e', script]
  const output = execFileSync('bash', limited, { encoding: 'utf8' })
  assert.equal(output, 'done, unknown io, unknown io, done, [[1],[4]]')
})
