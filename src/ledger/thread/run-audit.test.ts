import assert from 'node:assert/strict'
import { mkdirSync, mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openBooksToWrite } from '../open-books.ts'
import { runAudit } from './run-audit.ts'
import { ShortThreads } from './short-threads.ts'

test('an audit that cannot open its lock says nothing about the books', async () => {
  using dir = mkdtempDisposableSync(join(tmpdir(), 'regista-audit-'))
  const place = { data: dir.path, databaseUrl: undefined }
  await (await openBooksToWrite(place)).close()
  mkdirSync(join(dir.path, 'audit.lock'))
  const order = { kind: 'due', fullEveryMs: Number.POSITIVE_INFINITY, look: undefined } as const
  const end = await runAudit(new ShortThreads(), place, order)
  assert.equal(end.outcome, 'not_run', JSON.stringify(end))
})
