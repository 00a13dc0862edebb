import assert from 'node:assert/strict'
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Ledger } from '../ledger.ts'
import { booksPath } from '../open-books.ts'

test('usage of books that cannot be opened is unavailable, with one warning, and the next request tries again', async () => {
  const data = mkdtempSync(join(tmpdir(), 'regista-usage-'))
  const warnings: string[] = []
  const ledger = await Ledger.open({ data, databaseUrl: undefined, warn: (text) => warnings.push(text) })
  try {
    const books = booksPath(data)
    renameSync(books, `${books}-away`)
    for (let i = 0; i < 2; i++) assert.deepEqual(await ledger.usage('acc_1'), { outcome: 'unavailable' })
    renameSync(`${books}-away`, books)
    assert.deepEqual(await ledger.usage('acc_1'), { outcome: 'unknown_account' })
    assert.deepEqual(warnings, [`usage cannot be read: ${books} does not exist.`])
  } finally {
    await ledger.close()
    rmSync(data, { recursive: true })
  }
})
