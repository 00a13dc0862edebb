import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { writeArchive } from '../src/backup/write-archive.ts'
import { BOOKS_MIGRATIONS } from '../src/ledger/books/sql-store.ts'
import { openDatabase } from '../src/storage/storage.ts'
import { migrationsBefore } from '../src/storage/testing/migrations.ts'
import { regista } from './testing/regista.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-earlier-backup-'))
after(() => rmSync(dir, { recursive: true }))

test('after restoring a backup of an earlier version, the command that the restore prints works', async () => {
  const path = join(dir, 'ledger.db')
  const migrations = migrationsBefore('0003', BOOKS_MIGRATIONS, join(dir, 'migrations'))
  {
    await using books = await openDatabase({ path, migrations, mode: 'write' })
    await books.run(`insert into doubt values (1, null, 'restored', 'these books are a backup', 1, null, null, null)`)
  }
  const files = [{ name: 'ledger.db', path, bytes: statSync(path).size }]
  const archive = join(dir, 'backup.tar')
  await writeArchive(
    archive,
    { format: 1, madeAt: '2026-11-21T05:54:00.000Z', books: 'sqlite', files },
    () => undefined,
  )
  const data = join(dir, 'restored')
  const restored = await regista(['restore', archive, '--data', data])
  assert.equal(restored.code, 0, restored.stderr)
  assert.match(restored.stdout, /^regista accounting status --data /m)
  const { code, stdout, stderr } = await regista(['accounting', 'status', '--data', data])
  assert.deepEqual([code, stderr], [1, ''])
  assert.match(stdout, /^DOUBT 1, all accounts: restored, these books are a backup /)
})
