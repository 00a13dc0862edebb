import { Worker } from 'node:worker_threads'
import type { Patch } from './patches.ts'
import type { SeedSummary } from './run-seeds.ts'
import type { SeedsOrder } from './seeds-thread.ts'

/** Runs seeds in a thread of their own, with the product changed by these patches. */
export function runInThread(order: Partial<SeedsOrder> & Pick<SeedsOrder, 'from' | 'count'>): Promise<SeedSummary> {
  const workerData: SeedsOrder = { patches: [], stop: false, ...order }
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./seeds-thread.ts', import.meta.url), { workerData })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the thread of the worlds ended with ${code}`)))
  })
}

/** A change of one file of the ledger that makes it wrong. */
export interface Mutant {
  readonly name: string
  readonly patches: readonly Patch[]
}

/** The first world that finds the mutant; undefined: none of so many does. */
export async function findMutant({ patches }: Mutant, seedsMax: number) {
  const { violations } = await runInThread({ from: 1, count: seedsMax, patches, stop: true })
  return violations[0]
}
