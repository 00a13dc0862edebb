import assert from 'node:assert/strict'
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { mayBeDamage, openDatabase } from './storage.ts'
import { captureError, failStatement } from './testing/capture-error.ts'
import { writeMigrations } from './testing/migrations.ts'
import { type OwnPostgres, startOwnPostgres } from './testing/postgres.ts'

const migrations = writeMigrations('create table t (k text)')
const { folder } = migrations
after(() => migrations[Symbol.dispose]())

describe('on PostgreSQL', () => {
  let server: OwnPostgres
  before(async () => {
    server = await startOwnPostgres()
    await using database = await openDatabase({ url: server.url, migrations: folder, connections: 1 })
    await database.run('create role stranger login')
    await database.run('create role nobody nologin')
  })
  after(() => server[Symbol.asyncDispose]())

  for (const [what, { sql, damage }] of Object.entries({
    'a table that is gone': { sql: 'select * from gone', damage: true },
    'a column that is gone': { sql: 'select gone from t', damage: true },
    'a page whose sum is wrong': { sql: failStatement('XX001'), damage: true },
    'a disk that cannot be read': { sql: failStatement('58030'), damage: true },
    'a number that is not exact': { sql: 'select 9007199254740993::bigint', damage: true },
    'a right that was taken': { sql: failStatement('42501'), damage: false },
    'no memory': { sql: failStatement('53200'), damage: false },
    'no room to sort in': { sql: failStatement('53400'), damage: false },
    'a statement that was stopped': { sql: failStatement('57014'), damage: false },
    'a server that stops': { sql: failStatement('57P01'), damage: false },
  })) {
    test(`${what} ${damage ? 'may be' : 'is no'} damage`, async () => {
      await using database = await openDatabase({ url: server.url, migrations: folder, connections: 1 })
      assert.equal(mayBeDamage(await captureError(database.snapshot((queries) => queries.run(sql)))), damage)
    })
  }

  for (const role of ['stranger', 'nobody', 'who_is_not_there']) {
    test(`a user without the right to log in or read reports no damage: ${role}`, async () => {
      const url = server.url.replace('//postgres@', `//${role}@`)
      const opening = openDatabase({ url, migrations: folder, connections: 1, mode: 'read' })
      assert.equal(mayBeDamage(await captureError(opening)), false)
    })
  }
})

describe('on SQLite', () => {
  const dir = mkdtempSync(join(tmpdir(), 'regista-damage-'))
  after(() => rmSync(dir, { recursive: true }))

  for (const [what, { sql, damage }] of Object.entries({
    'a table that is gone': { sql: 'select * from gone', damage: true },
    'a number that is not exact': { sql: 'select 9007199254740993', damage: true },
    'a page that is none': { sql: 'select count(*) from t', damage: true },
    'a file that is opened besides and cannot be': { sql: `attach '${join(dir, 'no', 'x')}' as x`, damage: false },
  })) {
    test(`${what} ${damage ? 'may be' : 'is no'} damage`, async () => {
      const path = join(dir, `${what}.db`)
      {
        await using database = await openDatabase({ path, migrations: folder, mode: 'write' })
        for (let i = 0; i < ROWS; i++) await database.run('insert into t values ($1)', 'x'.repeat(ROW_BYTES))
      }
      if (what === 'a page that is none') overwriteEnd(path)
      await using database = await openDatabase({ path, migrations: folder, mode: 'read' })
      assert.equal(mayBeDamage(await captureError(database.query(sql))), damage)
    })
  }
})

/** More than one page of 8 KiB. */
const ROWS = 10
const ROW_BYTES = 4000

function overwriteEnd(path: string): void {
  const file = openSync(path, 'r+')
  const page = 8192
  for (let at = page; at < statSync(path).size; at += page)
    writeSync(file, new Uint8Array(page).fill(0xaa), 0, page, at)
  closeSync(file)
}
