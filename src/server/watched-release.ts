import { Worker } from 'node:worker_threads'
import type { Log } from '../http/http.ts'
import type { SharedRelease } from '../release/shared-release.ts'
import { END_MAX_MS, endThread } from '../stdx/end-thread.ts'
import { monotonicClock } from '../stdx/monotonic-clock.ts'
import { collectGarbageOf } from './collect-garbage.ts'
import type { LoadedRelease, ReleaseToLoad } from './release-loader.ts'
import type { WatchedFolder } from './watched-folder.ts'

export interface WatchedRelease extends AsyncDisposable {
  /** Undefined while nothing is published. */
  current(): SharedRelease | undefined
  /** Why the current release is not served; the previous one still is. */
  problem(): string | undefined
}

/** How often the name that was last read is compared. */
const POLL_EVERY_MS = 1_000
/** The release may still be being copied when it is rejected. */
const RETRY_AFTER_MS = 30_000

export interface ReleaseWatch {
  readonly log: Log
  readonly changed: (release: SharedRelease) => void
  /** How long the end of the thread is waited for. */
  readonly endMs?: number
}

/**
 * Watches which release is current. A thread of its own reads and checks a new release while the old one is served.
 * Resolves when the first release is loaded.
 */
export async function watchRelease(
  folder: Pick<WatchedFolder, 'path' | 'currentId'>,
  { log, changed, endMs = END_MAX_MS }: ReleaseWatch,
): Promise<WatchedRelease> {
  let current: SharedRelease | undefined
  /** As the folder names it: a link may have another name than the manifest. */
  let currentId: string | undefined
  let rejected: { readonly id: string; readonly problem: string; readonly atMs: number } | undefined
  let isPolling = false
  let loader: Worker | undefined
  let isStopping = false

  const poll = async (): Promise<void> => {
    const id = readCurrentId(folder, log)
    if (id === null || id === currentId) {
      rejected = undefined
      return
    }
    if (id === rejected?.id && monotonicClock.monotonicMs() < rejected.atMs + RETRY_AFTER_MS) return
    const loaded = await load({ dir: folder.path(id), before: current }, (worker) => (loader = worker))
    loader = undefined
    if (isStopping) return
    if (loaded.outcome === 'loaded') {
      if (current !== undefined) collectGarbageOf(new WeakRef(current), 0)
      current = loaded.release
      currentId = id
      rejected = undefined
      log.info({ release: id }, 'the server has loaded and checked a release')
      changed(current)
      return
    }
    if (id !== rejected?.id)
      log.error(
        { release: id, problem: loaded.problem },
        current === undefined
          ? 'the server cannot load the current release; requests get 503'
          : 'the server cannot load the current release and still serves the previous one',
      )
    rejected = { id, problem: loaded.problem, atMs: monotonicClock.monotonicMs() }
  }
  await poll()
  const timer = setInterval(() => {
    if (isPolling) return
    isPolling = true
    void poll().finally(() => {
      isPolling = false
    })
  }, POLL_EVERY_MS)
  return {
    current: () => current,
    problem: () => rejected && `release ${rejected.id}: ${rejected.problem}`,
    async [Symbol.asyncDispose]() {
      isStopping = true
      clearInterval(timer)
      const warn = (text: string): void => log.warn({}, text)
      if (loader !== undefined) await endThread(loader, { name: 'the thread that loads a release', warn, maxMs: endMs })
    },
  }
}

function readCurrentId(folder: Pick<WatchedFolder, 'currentId'>, log: Log): string | null {
  try {
    return folder.currentId()
  } catch (error) {
    log.warn({ err: error }, 'cannot read the name of the current release')
    return null
  }
}

function load(workerData: ReleaseToLoad, started: (worker: Worker) => void): Promise<LoadedRelease> {
  return new Promise((resolve) => {
    const refuse = (problem: string): void => resolve({ outcome: 'refused', problem })
    try {
      const worker = new Worker(new URL('./release-loader.ts', import.meta.url), { name: 'release', workerData })
      started(worker)
      worker.once('message', resolve)
      worker.once('error', (error) => refuse(String(error)))
      worker.once('exit', () => refuse('the thread that loads it ended without a result'))
    } catch (error) {
      // The system has no thread to give, or no memory for one.
      refuse(String(error))
    }
  })
}
