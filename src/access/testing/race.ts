import { Worker } from 'node:worker_threads'
import type { Race } from './racer.ts'

/** Returns the units that the thread took in each round. */
export function runRacer(race: Race): Promise<Int32Array> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./racer.ts', import.meta.url), { workerData: race })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}
