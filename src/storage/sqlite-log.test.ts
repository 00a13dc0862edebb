import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { enableWriteAheadLog, LOG_KEPT_BYTES } from './sqlite-log.ts'
import { openDatabase } from './storage.ts'
import { writeMigrations } from './testing/migrations.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-sqlite-log-'))
after(() => rmSync(dir, { recursive: true }))

test('a log that grew beside a long reader is truncated after the reader has ended', async () => {
  using migrations = writeMigrations('create table t (k integer primary key, b blob)')
  const options = { path: join(dir, 'log.db'), migrations: migrations.folder }
  await using writer = await openDatabase({ ...options, mode: 'write' })
  await using reader = await openDatabase({ ...options, mode: 'read' })
  const logBytes = () => statSync(`${options.path}-wal`).size
  const write = () => writer.run('insert into t (b) values ($1)', new Uint8Array(2 ** 20))
  await reader.snapshot(async (queries) => {
    const count = () => queries.query('select count(*) from t')
    const before = await count()
    for (let mib = 0; mib < 40; mib++) await write()
    assert.deepEqual(await count(), before)
  })
  assert(2 * LOG_KEPT_BYTES < logBytes())
  for (let commits = 0; commits < 2; commits++) await write()
  assert(logBytes() <= LOG_KEPT_BYTES, `${logBytes()} bytes`)
  assert.deepEqual(await reader.query('select count(*) from t'), [[42]])
})

test('a file system without a write-ahead log is rejected with advice', () => {
  // A locking mode that works everywhere, without shared memory.
  using database = new DatabaseSync(`file:${join(dir, 'none.db')}?vfs=unix-dotfile`, { returnArrays: true })
  const advice = { name: 'InputError', message: /^\/net\/books\.db cannot have a write-ahead log/ }
  assert.throws(() => enableWriteAheadLog(database, '/net/books.db'), advice)
})
