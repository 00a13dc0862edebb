import assert from 'node:assert/strict'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { endBeside, holdReader, makePipe } from '../../stdx/testing/blocked-thread.ts'
import { ShortThreads } from './short-threads.ts'

test('an audit that a volume blocks does not keep a ledger that is closed', async () => {
  using dir = mkdtempDisposableSync(join(tmpdir(), 'regista-short-'))
  const workerData = join(dir.path, 'pipe')
  makePipe(workerData)
  const code = `import { readFileSync } from 'node:fs'
    import { workerData } from 'node:worker_threads'
    readFileSync(workerData, 'utf8')`
  const file = new URL(`data:text/javascript,${encodeURIComponent(code)}`)
  const threads = new ShortThreads()
  const ended = threads.run({ name: 'audit due', file, workerData }, () => undefined)
  const warnings: string[] = []
  await endBeside(await holdReader(workerData), () => threads.close((text) => warnings.push(text), 1))
  await ended
  assert.deepEqual(warnings, ["the thread 'audit due' does not end; the process will be killed at its end"])
})
