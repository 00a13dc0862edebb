import { KeyedTable } from './keyed-table.ts'

/**
 * Rate limits in memory that all threads of the process share. The value of an entry is the theoretical arrival time of
 * GCRA ("leaky bucket as a meter"): a subject whose time is too far ahead of the clock has to wait.
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

  /** Zero if the request is within the limit, else the milliseconds to wait. `subject`: ASCII. */
  take(subject: string, { intervalMs, burst, cost, nowMs, fromMs = nowMs }: Draw): number {
    const key = this.#table.keyOf(subject)
    const now = this.#ticks(nowMs)
    const from = this.#ticks(fromMs)
    const interval = Math.max(1, Math.round(intervalMs * TICKS_PER_MS))
    const tolerance = burst * interval
    for (;;) {
      const entry = this.#table.entry(key, { initial: now, unusedUpTo: now - GRACE_TICKS })
      if (from + tolerance + GRACE_TICKS < entry.value) {
        // Requests cannot move the time so far ahead, so the clock was set back. Reduce it to the maximum.
        this.#table.change(entry, from + tolerance)
        continue
      }
      const start = Math.max(entry.value, from)
      const tat = start + Math.min(cost, burst) * interval
      if (from + tolerance < tat) return (tat - tolerance - from) / TICKS_PER_MS
      if (this.#table.change(entry, tat)) return 0
    }
  }

  /** Returns what was taken, as refill time: the request was not carried out. */
  giveBack(subject: string, refillMs: number): void {
    const key = this.#table.keyOf(subject)
    const ticks = Math.round(refillMs * TICKS_PER_MS)
    for (;;) {
      const entry = this.#table.find(key)
      if (entry === undefined || this.#table.change(entry, Math.max(0, entry.value - ticks))) return
    }
  }

  /** How far the subject's time is ahead of the clock: the time after which everything is refilled. */
  aheadMs(subject: string, nowMs: number): number {
    const entry = this.#table.find(this.#table.keyOf(subject))
    return entry === undefined ? 0 : Math.max(0, entry.value - this.#ticks(nowMs)) / TICKS_PER_MS
  }

  #ticks(ms: number): number {
    return Math.max(0, Math.floor((ms - this.#epochMs) * TICKS_PER_MS))
  }
}

export interface Draw {
  /** The time that refills one request. */
  readonly intervalMs: number
  /** Requests that may come at once. */
  readonly burst: number
  readonly cost: number
  readonly nowMs: number
  /** The time to count from, by default now. With a fixed time in the future nothing is refilled until then. */
  readonly fromMs?: number
}

/** For some hundred thousand visitors in a quarter of an hour; 4 MiB. Most entries are in use for a second or two. */
const ENTRIES = 2 ** 18
const EPOCH_FLOAT = 0

/** A tick is eight microseconds. */
const TICKS_PER_MS = 125

/** Threads read the clock some time before they count, so their times differ. */
const GRACE_TICKS = 1000 * TICKS_PER_MS
