import { Worker } from 'node:worker_threads'
import { percentiles } from '../ledger/percentiles.ts'
import type { LoadJob, LoadResult } from './load-thread.ts'

export interface Load extends LoadResult {
  readonly perSecond: number
}

export interface LoadOptions extends Pick<LoadJob, 'port' | 'requests' | 'ms'> {
  readonly threads: number
  readonly connections: number
  /** Requests per second of all threads together. */
  readonly rate?: number
}

let seeds = 0

/** So many connections from so many threads, for so long. */
export async function putLoad({ threads, connections, rate, ...job }: LoadOptions): Promise<Load> {
  const used = Math.min(threads, connections)
  const results = await Promise.all(
    Array.from({ length: used }, (_, i) => {
      const own = Math.floor(connections / used) + (i < connections % used ? 1 : 0)
      return runThread({ ...job, connections: own, seed: ++seeds, ...(rate !== undefined && { rate: rate / used }) })
    }),
  )
  const times = results.flatMap((result) => [...result.times])
  const statuses: Record<string, number> = {}
  for (const { result } of results)
    for (const [status, count] of Object.entries(result.statuses)) statuses[status] = (statuses[status] ?? 0) + count
  const ms = Math.max(...results.map(({ result }) => result.ms))
  return {
    statuses,
    ms,
    answered: times.length,
    perSecond: (times.length / ms) * 1000,
    ...percentiles(times),
    broken: results.reduce((sum, { result }) => sum + result.broken, 0),
    slowestMs: Math.max(...results.map(({ result }) => result.slowestMs)),
  }
}

function runThread(job: LoadJob): Promise<{ readonly result: LoadResult; readonly times: Float32Array }> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./load-thread.ts', import.meta.url), { workerData: job })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}
