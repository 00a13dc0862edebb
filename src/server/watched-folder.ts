import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Log } from '../http/http.ts'
import type { Withdrawal } from '../release/release.ts'
import { END_MAX_MS, endThread } from '../stdx/end-thread.ts'
import { InputError } from '../stdx/input-error.ts'
import { monotonicClock } from '../stdx/monotonic-clock.ts'
import { limitYoungGeneration } from '../stdx/young-generation.ts'
import type { FolderState, FolderToRead, Read } from './release-folder-thread.ts'

/** The folder of releases as it was last read. It answers from memory, so a volume that hangs delays nothing. */
export interface WatchedFolder extends AsyncDisposable {
  path(id: string): string
  /** Both throw an InputError if the last attempt to read failed. */
  currentId(): string | null
  withdrawals(): readonly Withdrawal[]
  /** What is wrong although the server answers. */
  problem(): string | undefined
}

/** Shared volumes send no notifications. */
const READ_EVERY_MS = 500
/** Without a message for so long the volume does not answer. */
const SILENT_AFTER_MS = 5_000

export interface FolderWatch {
  readonly log: Log
  /** How long the end of the thread is waited for. */
  readonly endMs?: number
  readonly clock?: typeof monotonicClock
}

/** Resolves when the folder was read once. */
export async function watchFolder(
  dir: string,
  { log, endMs = END_MAX_MS, clock = monotonicClock }: FolderWatch,
): Promise<WatchedFolder> {
  const workerData: FolderToRead = { dir, everyMs: READ_EVERY_MS }
  const worker = new Worker(new URL('./release-folder-thread.ts', import.meta.url), {
    name: 'folder',
    workerData,
    resourceLimits: limitYoungGeneration(1),
  })
  let currentId: Read<string | null> = { value: null }
  let withdrawals: Read<readonly Withdrawal[]> = { value: [] }
  let heardMs = clock.monotonicMs()
  let end: string | undefined
  let isStopping = false
  const first = Promise.withResolvers<void>()
  worker.on('message', (state: FolderState) => {
    heardMs = clock.monotonicMs()
    currentId = state.currentId
    withdrawals = state.withdrawals ?? withdrawals
    first.resolve()
  })
  const fail = (error?: unknown): void => {
    if (isStopping || end !== undefined) return
    end = 'the thread that reads the folder of releases has ended. Restart the server, and report this with its log.'
    log.error({ err: error }, end)
    first.reject(error)
  }
  worker.once('error', fail)
  worker.once('exit', () => fail())
  await first.promise
  return {
    path: (id) => join(dir, id),
    currentId: () => unwrap(currentId),
    withdrawals: () => unwrap(withdrawals),
    problem() {
      const silentMs = clock.monotonicMs() - heardMs
      if (end !== undefined || silentMs < SILENT_AFTER_MS) return end
      return `the volume of the releases has not answered for ${Math.floor(silentMs / 1000)} s; the server still serves what it has`
    },
    async [Symbol.asyncDispose]() {
      isStopping = true
      const warn = (text: string): void => log.warn({}, text)
      await endThread(worker, { name: 'the thread that reads the folder of releases', warn, maxMs: endMs })
    },
  }
}

function unwrap<T>(read: Read<T>): T {
  if ('error' in read) throw new InputError(read.error)
  return read.value
}
