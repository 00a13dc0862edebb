import { Worker } from 'node:worker_threads'
import type { Reduction } from './plan.ts'
import type { FromSeedWorker, SeedJob } from './seed-worker.ts'
import type { WorldStore } from './stores.ts'
import { addSummary, emptySummary, type FoundViolation, type Summary } from './summary.ts'
import { type Variant, variantOf } from './variants.ts'

/** Seeds of one job. A thread needs a hundred seeds until its hot code is compiled. */
const JOB_SEEDS = 2_000

/** MiB for short-lived objects. With less, garbage collection takes a tenth of the time. */
const YOUNG_MIB = 192

/** A thread that reports nothing for this long hangs. In ms. */
const SILENCE_MAX_MS = 240_000

export interface SeedRange {
  readonly from: number
  readonly seeds: number
  readonly workers: number
  readonly store?: WorldStore
  progress?(summary: Summary): void
}

/** Runs many seeds in several threads, each seed under its own limits. */
export function runSeeds({ from, seeds, ...options }: SeedRange): Promise<Summary> {
  const list = Array.from({ length: seeds }, (_, i) => from + i)
  return runListedSeeds(list, options)
}

export async function runListedSeeds(
  seeds: readonly number[],
  { workers, store = 'sqlite', progress }: Omit<SeedRange, 'from' | 'seeds'>,
): Promise<Summary> {
  const total = emptySummary()
  const jobs = jobsOf(seeds, store)
  const work = async (): Promise<void> => {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
      await runJob(job, (summary) => {
        addSummary(total, summary)
        progress?.(total)
      })
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
  return total
}

/** Runs seeds until one fails. */
export async function runUntilViolation(job: Pick<SeedJob, 'patches' | 'seeds' | 'store'>): Promise<Summary> {
  const total = emptySummary()
  await runJob({ ...job, afterViolation: 'stops' }, (summary) => addSummary(total, summary))
  return total
}

export interface Shrunk {
  readonly violation: FoundViolation
  readonly reduction: Reduction
  readonly window: readonly string[]
}

export async function shrinkSeed(seed: number, patches: SeedJob['patches']): Promise<Shrunk> {
  const job: SeedJob = { patches, seeds: [seed], store: 'sqlite', afterViolation: 'stops', shrinks: true }
  let shrunk: Shrunk | undefined
  await runWorker(job, (message) => {
    if (message.kind === 'shrunk') shrunk = message
  })
  if (shrunk === undefined) throw new Error(`seed ${seed} could not be shrunk`)
  return shrunk
}

/** Splits the seeds of each variant into jobs. */
function jobsOf(seeds: readonly number[], store: WorldStore): SeedJob[] {
  const groups = new Map<Variant, number[]>()
  for (const seed of seeds) {
    const group = groups.get(variantOf(seed))
    if (group === undefined) groups.set(variantOf(seed), [seed])
    else group.push(seed)
  }
  const jobs: SeedJob[] = []
  for (const [{ patches }, own] of groups) {
    for (let at = 0; at < own.length; at += JOB_SEEDS) {
      jobs.push({ patches, seeds: own.slice(at, at + JOB_SEEDS), store, afterViolation: 'goes_on' })
    }
  }
  return jobs.sort((a, b) => a.seeds[0]! - b.seeds[0]!)
}

function runJob(job: SeedJob, onSummary: (summary: Summary) => void): Promise<void> {
  return runWorker(job, (message) => {
    if (message.kind === 'progress') onSummary(message.summary)
  })
}

function runWorker(job: SeedJob, onMessage: (message: FromSeedWorker) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./seed-worker.ts', import.meta.url), {
      workerData: job,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MIB },
    })
    let silence: NodeJS.Timeout | undefined
    const listen = (): void => {
      clearTimeout(silence)
      silence = setTimeout(() => {
        void worker.terminate()
        reject(new Error(`no seed of ${job.seeds[0]}… came to an end in ${SILENCE_MAX_MS / 1000} s`))
      }, SILENCE_MAX_MS)
    }
    listen()
    worker.on('message', (message: FromSeedWorker) => {
      listen()
      onMessage(message)
      if (message.kind === 'done') void worker.terminate()
    })
    worker.once('error', reject)
    worker.once('exit', () => {
      clearTimeout(silence)
      resolve()
    })
  })
}
