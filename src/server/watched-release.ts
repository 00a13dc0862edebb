import { Worker } from 'node:worker_threads'
import type { Log } from '../http/http.ts'
import type { ReleaseFolder, SharedRelease } from '../release/release.ts'
import { monotonicClock } from '../stdx/monotonic-clock.ts'
import type { LoadedRelease } from './release-loader.ts'

export interface WatchedRelease extends AsyncDisposable {
  /** Undefined as long as nothing was published. */
  current(): SharedRelease | undefined
  /** Why the release that is named `current` is not served; the one before goes on. */
  problem(): string | undefined
}

/** Shared volumes tell nobody of a change, so the name of the release is looked at. */
const LOOK_EVERY_MS = 1_000
/** One that was refused may have been on its way still. */
const AGAIN_AFTER_MS = 30_000

/** The release that is to be served, from moment to moment: a new one is read and checked beside the old one, in a thread of its own. Resolves when the first is there. */
export async function watchRelease(
  folder: ReleaseFolder,
  { log, changed }: { readonly log: Log; readonly changed: (release: SharedRelease) => void },
): Promise<WatchedRelease> {
  let current: SharedRelease | undefined
  /** The name by which it was found: a link may give a release another than its own. */
  let found: string | undefined
  let refused: { readonly id: string; readonly problem: string; readonly atMs: number } | undefined
  let loading: Promise<void> | undefined

  const look = async (): Promise<void> => {
    const id = nameOf(folder, log)
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
      log.info({ release: id }, 'a release is read and checked')
      changed(current)
      return
    }
    if (id !== refused?.id)
      log.error({ release: id, problem: loaded.problem }, 'the release cannot be served; the one before goes on')
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

function nameOf(folder: ReleaseFolder, log: Log): string | null {
  try {
    return folder.currentId()
  } catch (error) {
    log.warn({ err: error }, 'the name of the release cannot be read')
    return null
  }
}

function load(dir: string): Promise<LoadedRelease> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./release-loader.ts', import.meta.url), { workerData: dir })
    worker.once('message', resolve)
    worker.once('error', (error) => resolve({ outcome: 'refused', problem: String(error) }))
    worker.once('exit', () => resolve({ outcome: 'refused', problem: 'the thread that reads it ended without a word' }))
  })
}
