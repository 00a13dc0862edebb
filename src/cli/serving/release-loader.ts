import { parentPort, workerData } from 'node:worker_threads'
import { loadRelease, type SharedRelease } from '../../release/release.ts'

export type LoadedRelease =
  | { readonly outcome: 'loaded'; readonly release: SharedRelease }
  | { readonly outcome: 'refused'; readonly problem: string }

/* A thread that reads one release into shared memory and ends: whoever answers requests is not kept from it for a moment. */
let loaded: LoadedRelease
try {
  loaded = { outcome: 'loaded', release: await loadRelease(workerData as string) }
} catch (error) {
  loaded = { outcome: 'refused', problem: error instanceof Error ? error.message : String(error) }
}
parentPort!.postMessage(loaded)
