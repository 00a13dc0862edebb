import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { writeArchive } from '../src/backup/write-archive.ts'
import { openSqlite } from '../src/storage/storage.ts'
import { regista } from './testing/regista.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-earlier-backup-'))
after(() => rmSync(dir, { recursive: true }))

test('books of a build before the first release are refused with a sentence that says what to do', async () => {
  const path = join(dir, 'ledger.db')
  {
    using books = openSqlite(path, { use: 'owned' })
    books.exec('create table unit_grant (id integer primary key); pragma user_version = 5')
  }
  const files = [{ name: 'ledger.db', path, bytes: statSync(path).size }]
  const archive = join(dir, 'backup.tar')
  const manifest = { format: 1, madeAt: '2026-11-21T05:54:00.000Z', books: 'sqlite', files } as const
  await writeArchive(archive, manifest, () => undefined)
  const data = join(dir, 'restored')
  const restored = await regista(['restore', archive, '--data', data])
  assert.equal(restored.code, 1)
  assert.match(
    restored.stderr,
    /the books of an earlier build.*opening units: docs\/operating\/ledger\.md says how\.\n$/,
  )
  assert(!existsSync(data))
  const served = await regista(['serve', '--data', dir, '--port', '0', '--admin-port', '0'])
  assert.equal(served.code, 1)
  assert.match(served.stderr, /the books of an earlier build/)
})
