import { COUNTERS, type Counter } from '../server/counters.ts'

const NAMES = Object.keys(COUNTERS) as Counter[]
const INDEX_OF = Object.fromEntries(NAMES.map((name, i) => [name, i])) as Record<Counter, number>

/** The counters of a server, in memory that another thread can read at any time. */
export class SharedCounters {
  readonly memory: SharedArrayBuffer
  readonly #counts: Float64Array

  constructor(memory = new SharedArrayBuffer(NAMES.length * Float64Array.BYTES_PER_ELEMENT)) {
    this.memory = memory
    this.#counts = new Float64Array(memory)
  }

  /** Only one thread may call this. */
  count(counter: Counter, by = 1): void {
    this.#counts[INDEX_OF[counter]]! += by
  }

  read(): Readonly<Record<Counter, number>> {
    return Object.fromEntries(NAMES.map((name, i) => [name, this.#counts[i]!])) as Record<Counter, number>
  }
}
