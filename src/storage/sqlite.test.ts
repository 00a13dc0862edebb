import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { openSqlite } from './sqlite.ts'
import { explainSqliteError, isBusy } from './sqlite-errors.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-storage-'))
after(() => rmSync(dir, { recursive: true }))

function migrations(name: string, ...files: string[]): URL {
  const folder = join(dir, name)
  mkdirSync(folder)
  for (const [i, sql] of files.entries()) writeFileSync(join(folder, `000${i + 1}-x.sql`), sql)
  return pathToFileURL(`${folder}/`)
}

test('each migration runs once and in order, also on a database that has some of them', () => {
  const path = join(dir, 'a.db')
  openSqlite(path, { use: 'owned', migrations: migrations('m1', 'create table t (a)') }).close()
  const more = migrations('m2', 'create table t (a)', 'alter table t add column b; insert into t values (1, 2)')
  openSqlite(path, { use: 'owned', migrations: more }).close()
  using database = openSqlite(path, { use: 'owned', migrations: more })
  assert.deepEqual(database.prepare('select * from t').all(), [[1, 2]])
})

test('a database that is being built has no journal beside it, and still takes back a change', () => {
  const path = join(mkdtempSync(join(dir, 'built-')), 'e.db')
  using database = openSqlite(path, { use: 'built' })
  database.exec('create table t (a); insert into t values (1); begin; update t set a = 2')
  assert.deepEqual(readdirSync(dirname(path)), ['e.db'])
  database.exec('rollback')
  assert.deepEqual(database.prepare('select * from t').all(), [[1]])
})

test('a file that is damaged or no database is rejected with advice', () => {
  const path = join(dir, 'd.db')
  writeFileSync(path, 'this is a text and no database\n'.repeat(100))
  assert.throws(() => openSqlite(path, { use: 'owned', migrations: migrations('m7', 'create table t (a)') }), {
    message: `${path} is damaged or not a database. Restore it from a backup, or move it away to start without it.`,
  })
})

test('a full disk gets its own message and loses no earlier row', () => {
  const path = join(dir, 'e.db')
  using database = openSqlite(path, { use: 'owned', migrations: migrations('m8', 'create table t (a)') })
  database.exec('pragma max_page_count = 20')
  const fill = () => {
    database.exec('begin')
    for (let i = 0; i < 1000; i++) database.prepare('insert into t values (?)').run('x'.repeat(1000))
  }
  assert.throws(fill, (error) => /the disk is full/.test((explainSqliteError(error, path) as Error).message))
  assert.deepEqual(database.prepare('select count(*) from t').get(), [0])
})

test('a second writer gets a message to wait', () => {
  const path = join(dir, 'f.db')
  const options = { use: 'owned', migrations: migrations('m9', 'create table t (a)') } as const
  using one = openSqlite(path, options)
  one.exec('begin exclusive')
  assert.throws(() => openSqlite(path, options), /is being written by another command/)
  one.exec('rollback')
  using two = openSqlite(path, options)
  one.exec('begin immediate')
  assert.throws(() => two.exec('pragma busy_timeout = 0; begin immediate'), isBusy)
})
