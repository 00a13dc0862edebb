import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { loadRelease, type SharedRelease } from '../release/release.ts'

export type LoadedRelease =
  | { readonly outcome: 'loaded'; readonly release: SharedRelease }
  | { readonly outcome: 'refused'; readonly problem: string }

/** Less than that of those who answer requests, and still a tenth of a processor that is never idle: the new release comes in any case. */
const PRIORITY = 10

/*
 * A thread that reads one release into shared memory and ends: whoever answers requests is not kept from it for a moment. Linux alone has priorities of
 * threads: elsewhere it would be the whole server's.
 */
if (process.platform === 'linux') {
  try {
    setPriority(PRIORITY)
  } catch {
    // Some containers forbid it: then the release is read like everything else.
  }
}
let loaded: LoadedRelease
try {
  loaded = { outcome: 'loaded', release: await loadRelease(workerData as string) }
} catch (error) {
  loaded = { outcome: 'refused', problem: error instanceof Error ? error.message : String(error) }
}
parentPort!.postMessage(loaded)
