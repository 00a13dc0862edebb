import { KeyedTable } from './keyed-table.ts'

/**
 * When each subject of a limit may go on, in memory that all threads of the process share. An entry is one time (GCRA, "leaky bucket as a meter"): when the subject will have
 * paid for what it did; who is too far ahead of the clock waits.
 */
export class LimitTable {
  readonly #table: KeyedTable
  readonly #epochMs: number

  static make({ entries = ENTRIES, nowMs }: { readonly entries?: number; readonly nowMs: number }): LimitTable {
    const { memory } = KeyedTable.make(entries)
    new Float64Array(memory)[EPOCH_FLOAT] = nowMs
    return new LimitTable(memory)
  }

  constructor(memory: SharedArrayBuffer) {
    this.#table = new KeyedTable(memory)
    this.#epochMs = new Float64Array(memory)[EPOCH_FLOAT]!
  }

  get memory(): SharedArrayBuffer {
    return this.#table.memory
  }

  /** Zero if it was taken, else how many milliseconds to wait. `subject`: ASCII. */
  take(subject: string, { intervalMs, burst, cost, nowMs, fromMs = nowMs }: Draw): number {
    const key = this.#table.keyOf(subject)
    const now = this.#ticks(nowMs)
    const from = this.#ticks(fromMs)
    const interval = Math.max(1, Math.round(intervalMs * TICKS_PER_MS))
    const tolerance = burst * interval
    for (;;) {
      const entry = this.#table.entry(key, { initial: now, unusedUpTo: now - GRACE_TICKS })
      if (from + tolerance + GRACE_TICKS < entry.value) {
        // Further ahead than it can get by taking: the clock was set back. From here on it is as far ahead as it can be.
        this.#table.change(entry, from + tolerance)
        continue
      }
      const start = Math.max(entry.value, from)
      const tat = start + Math.min(cost, burst) * interval
      if (from + tolerance < tat) return (tat - tolerance - from) / TICKS_PER_MS
      if (this.#table.change(entry, tat)) return 0
    }
  }

  #ticks(ms: number): number {
    return Math.max(0, Math.floor((ms - this.#epochMs) * TICKS_PER_MS))
  }
}

export interface Draw {
  /** What one costs in time. */
  readonly intervalMs: number
  /** So many at once. */
  readonly burst: number
  readonly cost: number
  readonly nowMs: number
  /**
   * From when the subject is counted, if not from now on: with a time that stays the same nothing comes back, and with one in the future the entry lives until then.
   */
  readonly fromMs?: number
}

/** For some hundred thousand visitors in a quarter of an hour; 4 MiB. Most entries are of use for a second or two. */
const ENTRIES = 2 ** 18
const EPOCH_FLOAT = 0

/** A tick is eight microseconds. */
const TICKS_PER_MS = 125

/** Threads read the clock a moment before they take: what is over for one may not be for another, and what is new for one is in another's future. */
const GRACE_TICKS = 1000 * TICKS_PER_MS
