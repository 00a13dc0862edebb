import { COUNTERS, type Counter } from '../node/counters.ts'

const NAMES = Object.keys(COUNTERS) as Counter[]
const PLACES = Object.fromEntries(NAMES.map((name, i) => [name, i])) as Record<Counter, number>

/** What has happened in a node, in memory that another thread reads without asking the one that counts. */
export class SharedCounters {
  readonly memory: SharedArrayBuffer
  readonly #counts: Float64Array

  constructor(memory = new SharedArrayBuffer(NAMES.length * Float64Array.BYTES_PER_ELEMENT)) {
    this.memory = memory
    this.#counts = new Float64Array(memory)
  }

  /** One thread counts. */
  count(counter: Counter, by = 1): void {
    this.#counts[PLACES[counter]]! += by
  }

  read(): Readonly<Record<Counter, number>> {
    return Object.fromEntries(NAMES.map((name, i) => [name, this.#counts[i]!])) as Record<Counter, number>
  }
}
