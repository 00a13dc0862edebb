import { parentPort, workerData } from 'node:worker_threads'
import { applyPatches, type Patch } from './patches.ts'
import type { Reduction } from './plan.ts'
import type { WorldStore } from './stores.ts'
import type { FoundViolation, Summary } from './summary.ts'

/** The job of a thread that runs seeds. */
export interface SeedJob {
  readonly patches: readonly Patch[]
  readonly seeds: readonly number[]
  readonly store: WorldStore
  /** `goes_on`: run every seed. `stops`: stop after the first violation. */
  readonly afterViolation: 'goes_on' | 'stops'
  /** Look for the smallest world that still fails. */
  readonly shrinks?: boolean
  readonly windowSize?: number
}

export type FromSeedWorker =
  | { readonly kind: 'progress'; readonly summary: Summary }
  | { readonly kind: 'done' }
  | {
      readonly kind: 'shrunk'
      readonly violation: FoundViolation
      readonly reduction: Reduction
      readonly window: readonly string[]
    }

/** How many seeds are run between two reports. Few, so that a slow thread does not seem to hang. */
const PROGRESS_SEEDS: Readonly<Record<WorldStore, number>> = { sqlite: 4, postgres: 1 }

const job = workerData as SeedJob
const send = (message: FromSeedWorker): void => parentPort!.postMessage(message)

// Must come before any file of the ledger is loaded.
applyPatches(job.patches)
const { runSeed } = await import('./run-seed.ts')
const { shrink } = await import('./shrink.ts')
const { addReport, emptySummary } = await import('./summary.ts')
const { setTraps } = await import('./traps.ts')
const { SQLITE_STORES } = await import('./stores.ts')
const { startPostgresWorlds } = await import('./postgres-world.ts')
await setTraps()
// The simulated database throws errors all the time, and stack traces cost time.
Error.stackTraceLimit = job.shrinks === true || job.windowSize !== undefined ? 20 : 0

if (job.shrinks === true) send({ kind: 'shrunk', ...(await shrink(job.seeds[0]!)) })
else await runAll()
send({ kind: 'done' })

async function runAll(): Promise<void> {
  let summary = emptySummary()
  await using opened = new AsyncDisposableStack()
  const stores = job.store === 'sqlite' ? SQLITE_STORES : opened.use(await startPostgresWorlds())
  for (const seed of job.seeds) {
    addReport(summary, await runSeed(seed, { stores }))
    const isOver = 0 < summary.violations.length && job.afterViolation === 'stops'
    if (isOver || summary.seeds === PROGRESS_SEEDS[job.store]) {
      send({ kind: 'progress', summary })
      summary = emptySummary()
    }
    if (isOver) return
  }
  if (0 < summary.seeds) send({ kind: 'progress', summary })
}
