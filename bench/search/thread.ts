import { parentPort, workerData } from 'node:worker_threads'
import { fromShared } from './searched.ts'
import type { ThreadCount, ThreadTask } from './threads.ts'
import { searchBy } from './time-classes.ts'

/*
 * One thread of several that ask the same shared memory. It warms up, says so, waits for the word, and counts what it
 * answers until the time is over.
 */
const { shared, queries, seconds } = workerData as ThreadTask
const asked = searchBy(fromShared(shared))
for (const { of, query } of queries) asked[of][query.country].find(query)
parentPort!.once('message', () => {
  const cpu = process.threadCpuUsage()
  const startedMs = performance.now()
  let answered = 0
  let now = startedMs
  for (let i = 0; now < startedMs + seconds * 1000; i = (i + 1) % queries.length) {
    const { of, query } = queries[i]!
    asked[of][query.country].find(query)
    answered += 1
    now = performance.now()
  }
  const { user, system } = process.threadCpuUsage(cpu)
  const counted: ThreadCount = { answered, seconds: (now - startedMs) / 1000, cpuSeconds: (user + system) / 1e6 }
  parentPort!.postMessage(counted)
})
parentPort!.postMessage('ready')
