import assert from 'node:assert/strict'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { endThread } from './end-thread.ts'
import { endBeside, holdReader, makePipe } from './testing/blocked-thread.ts'

test('a thread in a system call is named, not waited for, and the process is killed at its end', async () => {
  using dir = mkdtempDisposableSync(join(tmpdir(), 'regista-end-'))
  const workerData = join(dir.path, 'pipe')
  makePipe(workerData)
  const code = `require('node:fs').readFileSync(require('node:worker_threads').workerData, 'utf8')`
  const thread = new Worker(code, { eval: true, workerData })
  const warnings: string[] = []
  const options = { name: 'the reader', warn: (text: string) => void warnings.push(text), maxMs: 1 }
  await endBeside(await holdReader(workerData), () => endThread(thread, options))
  assert.deepEqual(warnings, ['the reader does not end; the process will be killed at its end'])
})

test('a thread that ends is waited for, without a warning', async () => {
  const thread = new Worker('setInterval(() => {}, 1_000)', { eval: true })
  await endThread(thread, { name: 'it', warn: assert.fail, maxMs: 60_000 })
  assert.equal(thread.threadId, -1)
})
