import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { endBeside, holdReader, makePipe } from '../../stdx/testing/blocked-thread.ts'
import { postgresAt } from '../../storage/database-url.ts'
import { startBooksThread } from './start-books-thread.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-books-thread-'))
after(() => rmSync(dir, { recursive: true }))

test('a start whose disk hangs can be stopped, and its thread does not keep the process', async () => {
  // Nothing listens there. The file beside it is read before.
  const databaseUrl = 'postgres://127.0.0.1:1/none'
  const { seenTimelines } = postgresAt(databaseUrl, dir)
  mkdirSync(join(dir, 'node'))
  makePipe(seenTimelines)
  const stop = new AbortController()
  const warnings: string[] = []
  const started = startBooksThread({ data: dir, databaseUrl, waits: stop.signal }, (text) => warnings.push(text))
  const release = await holdReader(seenTimelines)
  await endBeside(release, async () => {
    stop.abort(new Error('stopped'))
    await assert.rejects(started, /^Error: stopped$/)
  })
  assert.deepEqual(warnings, ['the thread that writes the books does not end; the process will be killed at its end'])
})
