import { parentPort, workerData } from 'node:worker_threads'
import { LimitTable } from '../limits/limit-table.ts'

/** In each round the threads compete for the `burst` of one subject. Earlier subjects are refilled by then. */
export interface Race {
  readonly memory: SharedArrayBuffer
  /** Counts the threads that have arrived. */
  readonly barrier: SharedArrayBuffer
  readonly threads: number
  readonly rounds: number
  readonly tries: number
  readonly burst: number
}

const LOOKS = 20_000

const { memory, barrier, threads, rounds, tries, burst } = workerData as Race
const limits = new LimitTable(memory)
const arrived = new Int32Array(barrier)
const taken = new Int32Array(rounds)

for (let round = 0; round < rounds; round++) {
  waitForAll((round + 1) * threads)
  for (let i = 0; i < tries; i++) if (takeOne(round)) taken[round]!++
}
parentPort!.postMessage(taken)

/** A barrier. Threads spin for a while, so that they are awake when the last one arrives. */
function waitForAll(all: number): void {
  if (Atomics.add(arrived, 0, 1) + 1 === all) {
    Atomics.notify(arrived, 0)
    return
  }
  for (let looks = 0; Atomics.load(arrived, 0) < all; looks++) {
    if (LOOKS < looks) Atomics.wait(arrived, 0, Atomics.load(arrived, 0), 1)
  }
}

function takeOne(round: number): boolean {
  const draw = { intervalMs: 100, burst, cost: 1, nowMs: (round + 1) * 10_000 }
  return limits.take(`subject ${round}`, draw) === 0
}
