/**
 * When the control database was last read, in memory that all threads share. After ten seconds without a read a thread
 * cannot know whether a key was revoked, and must not accept it. The times are monotonic; all threads share that clock.
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

  noteRead(monotonicMs: number): void {
    this.#lastMs[0] = monotonicMs
  }

  isFresh(monotonicMs: number): boolean {
    return monotonicMs < this.#lastMs[0]! + FRESH_MS
  }
}

/** Long enough for a restart of the database or its failover to another machine. */
const FRESH_MS = 10_000
