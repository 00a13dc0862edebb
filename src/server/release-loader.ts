import { parentPort, workerData } from 'node:worker_threads'
import type { SharedRelease } from '../release/shared-release.ts'
import { lowerPriority } from './lower-priority.ts'

export interface ReleaseToLoad {
  readonly dir: string
  /** The release that is served now, if any. */
  readonly before: SharedRelease | undefined
}

export type LoadedRelease =
  | { readonly outcome: 'loaded'; readonly release: SharedRelease }
  | { readonly outcome: 'refused'; readonly problem: string }

// A thread that reads one release into shared memory and ends.
lowerPriority()
let loaded: LoadedRelease
try {
  // Loading these modules takes longer than reading a small release, so it comes after the change of priority.
  const { loadRelease } = await import('../release/shared-release.ts')
  const { dir, before } = workerData as ReleaseToLoad
  loaded = { outcome: 'loaded', release: loadRelease(dir, before) }
} catch (error) {
  loaded = { outcome: 'refused', problem: error instanceof Error ? error.message : String(error) }
}
parentPort!.postMessage(loaded)
