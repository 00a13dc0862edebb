/**
 * When the control database was last heard from, in memory that all threads share. Who does not know for ten seconds whether a key was revoked must not accept it.
 * The time is that of the monotonic clock, on which the threads of a process agree.
 */
export class Freshness {
  readonly memory: SharedArrayBuffer
  readonly #lastMs: Float64Array

  static make(): Freshness {
    const freshness = new Freshness(new SharedArrayBuffer(8))
    freshness.#lastMs[0] = -Infinity
    return freshness
  }

  constructor(memory: SharedArrayBuffer) {
    this.memory = memory
    this.#lastMs = new Float64Array(memory)
  }

  heardAt(monotonicMs: number): void {
    this.#lastMs[0] = monotonicMs
  }

  isFresh(monotonicMs: number): boolean {
    return monotonicMs < this.#lastMs[0]! + FRESH_MS
  }
}

/** Long enough for a database to be restarted or to move to another machine. */
const FRESH_MS = 10_000
