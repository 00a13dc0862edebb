import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { seededRandom } from '../../src/stdx/random.ts'
import type { CountryQuery, QueryClass } from './query-classes.ts'
import { type Indexes, type SharedIndexes, toShare } from './searched.ts'
import { shuffle } from './typing.ts'

export interface ThreadTask {
  readonly shared: SharedIndexes
  readonly queries: readonly { readonly of: QueryClass['of']; readonly query: CountryQuery }[]
  readonly seconds: number
}

export interface ThreadCount {
  readonly answered: number
  readonly seconds: number
  readonly cpuSeconds: number
}

export interface Throughput {
  readonly perSecond: number
  /** What other processes take from a thread does not show here; what threads take from each other's caches does. */
  readonly perCpuSecond: number
}

const SECONDS = 4
const QUERIES_PER_CLASS = 200

/** What so many threads answer at once, of a mixture of all classes. */
export async function throughput(
  classes: readonly QueryClass[],
  indexes: Indexes,
  threads: number,
): Promise<Throughput> {
  const queries = classes.flatMap(({ of, queries }) =>
    queries.slice(0, QUERIES_PER_CLASS).map((query) => ({ of, query })),
  )
  const workers = Array.from({ length: threads }, (_, i) => {
    const task: ThreadTask = { shared: toShare(indexes), queries: shuffle(queries, seededRandom(i)), seconds: SECONDS }
    return new Worker(new URL('./thread.ts', import.meta.url), { workerData: task })
  })
  await Promise.all(workers.map((worker) => once(worker, 'message')))
  const ends = workers.map((worker) => once(worker, 'message'))
  for (const worker of workers) worker.postMessage('go')
  const counted = (await Promise.all(ends)) as [ThreadCount][]
  await Promise.all(workers.map((worker) => worker.terminate()))
  const sum = (pick: (one: ThreadCount) => number): number => counted.reduce((total, [one]) => total + pick(one), 0)
  return {
    perSecond: sum(({ answered, seconds }) => answered / seconds),
    perCpuSecond: sum(({ answered }) => answered) / sum(({ cpuSeconds }) => cpuSeconds),
  }
}
