import { parentPort, workerData } from 'node:worker_threads'
import { applyPatches, type Patch } from './patches.ts'

export interface SeedsOrder {
  readonly from: number
  readonly count: number
  readonly patches: readonly Patch[]
  readonly stop: boolean
}

const { from, count, patches, stop } = workerData as SeedsOrder
applyPatches(patches)
// Loaded after the patches are in force.
const { runSeeds } = await import('./run-seeds.ts')
parentPort!.postMessage(await runSeeds(from, count, { stop }))
