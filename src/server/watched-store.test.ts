import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Log } from '../http/http.ts'
import { until } from '../stdx/testing/until.ts'
import { watchStore } from './watched-store.ts'

/** Opens a pipe that a thread reads. Until something is written or it is closed, the thread is in a system call. */
async function holdReader(path: string): Promise<number> {
  const open = (): number | undefined => {
    try {
      return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw error
      return undefined
    }
  }
  return (await until(open, 'a reader of the pipe', (file) => file !== undefined))!
}

test('a thread that a volume blocks is shown after a minute, and does not keep the server', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'regista-watched-store-'))
  const path = join(dir, 'withdrawn.json')
  execFileSync('mkfifo', [path])
  const log = { info() {}, warn() {}, error() {} } as unknown as Log
  let nowMs = 0
  const listeners = process.listenerCount('exit')
  const watched = watchStore(
    { address: { kind: 'folder', dir } },
    { releasesDir: join(dir, 'releases'), isAlone: true, log, endMs: 1, clock: { monotonicMs: () => nowMs } },
  )
  const pipe = await holdReader(path)
  nowMs = 60_000
  assert.equal(watched.problem(), undefined)
  nowMs = 61_000
  assert.equal(watched.problem(), 'the store has not answered for 61 s')
  await watched[Symbol.asyncDispose]()
  assert.equal(process.listenerCount('exit'), listeners + 1, 'the process would be killed at its end')
  closeSync(pipe)
  await until(() => process.listenerCount('exit') === listeners, 'the listener to be gone')
  rmSync(dir, { recursive: true })
})
