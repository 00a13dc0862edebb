import { Worker } from 'node:worker_threads'
import type { Log } from '../http/http.ts'
import type { ReleaseFolder, SharedRelease } from '../release/release.ts'
import { monotonicClock } from '../stdx/monotonic-clock.ts'
import type { LoadedRelease } from './release-loader.ts'

export interface WatchedRelease extends AsyncDisposable {
  /** Undefined while nothing is published. */
  current(): SharedRelease | undefined
  /** Why the current release is not served; the previous one still is. */
  problem(): string | undefined
}

/** Shared volumes send no notifications, so the name of the current release is read again and again. */
const LOOK_EVERY_MS = 1_000
/** A refused release may still have been copied at that time. */
const AGAIN_AFTER_MS = 30_000

/**
 * Watches which release is current. A new one is read and checked in a thread of its own, while the old one is served.
 * Resolves when the first release is loaded.
 */
export async function watchRelease(
  folder: ReleaseFolder,
  { log, changed }: { readonly log: Log; readonly changed: (release: SharedRelease) => void },
): Promise<WatchedRelease> {
  let current: SharedRelease | undefined
  /** The id in `current`: a link may name a release otherwise than its manifest does. */
  let found: string | undefined
  let refused: { readonly id: string; readonly problem: string; readonly atMs: number } | undefined
  let loading: Promise<void> | undefined

  const look = async (): Promise<void> => {
    const id = readCurrentId(folder, log)
    if (id === null || id === found) {
      refused = undefined
      return
    }
    if (id === refused?.id && monotonicClock.monotonicMs() < refused.atMs + AGAIN_AFTER_MS) return
    const loaded = await load(folder.path(id))
    if (loaded.outcome === 'loaded') {
      current = loaded.release
      found = id
      refused = undefined
      log.info({ release: id }, 'the server has loaded and checked a release')
      changed(current)
      return
    }
    if (id !== refused?.id)
      log.error(
        { release: id, problem: loaded.problem },
        'cannot serve the current release; still serving the previous one',
      )
    refused = { id, problem: loaded.problem, atMs: monotonicClock.monotonicMs() }
  }
  await look()
  const timer = setInterval(() => {
    loading ??= look().finally(() => {
      loading = undefined
    })
  }, LOOK_EVERY_MS)
  return {
    current: () => current,
    problem: () => refused && `release ${refused.id}: ${refused.problem}`,
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await loading
    },
  }
}

function readCurrentId(folder: ReleaseFolder, log: Log): string | null {
  try {
    return folder.currentId()
  } catch (error) {
    log.warn({ err: error }, 'cannot read the name of the current release')
    return null
  }
}

function load(dir: string): Promise<LoadedRelease> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./release-loader.ts', import.meta.url), { workerData: dir })
    worker.once('message', resolve)
    worker.once('error', (error) => resolve({ outcome: 'refused', problem: String(error) }))
    worker.once('exit', () =>
      resolve({ outcome: 'refused', problem: 'the thread that loads it ended without a result' }),
    )
  })
}
