import { readdirSync, readFileSync } from 'node:fs'

/** Processor time of a process by the names of its threads, in µs. Threads of one name are added up. */
export type ProcessorTimes = ReadonlyMap<string, number>

/** Linux counts in hundredths of a second. */
const TICK_US = 10_000

export function readProcessorTimes(pid: number): ProcessorTimes {
  const times = new Map<string, number>()
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
    // The name is in brackets and may itself contain any character.
    const nameEnd = stat.lastIndexOf(')')
    const name = stat.slice(stat.indexOf('(') + 1, nameEnd)
    const fields = stat.slice(nameEnd + 2).split(' ')
    times.set(name, (times.get(name) ?? 0) + (Number(fields[USER]) + Number(fields[SYSTEM])) * TICK_US)
  }
  return times
}

/** Their places behind the name, in proc(5). */
const USER = 11
const SYSTEM = 12

/** µs of processor for each of so many requests, by the names of threads. */
export function perRequest(before: ProcessorTimes, after: ProcessorTimes, requests: number): ProcessorTimes {
  return new Map([...after].map(([name, time]) => [name, (time - (before.get(name) ?? 0)) / requests]))
}

export function sum(times: ProcessorTimes): number {
  return times.values().reduce((all, time) => all + time, 0)
}
