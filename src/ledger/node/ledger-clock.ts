import { CLOCK_LEAP_MS, STEADY_MS } from '../books/limits.ts'
import type { LedgerTimeRow } from '../books/rows.ts'
import { monthAt } from '../calendar.ts'

/**
 * Ledger time at one node: the clock of the database, read at every heartbeat and continued by the node's monotonic
 * clock. It is never less than the time in the books. When the clock goes back, ledger time stands still until the
 * clock has caught up; it goes back only when the books have returned to an earlier month.
 */
export class LedgerClock {
  offsetMs: number
  floorMs: number
  /** An upper limit: the end of a month that only a leap has brought near. */
  ceilingMs = Number.POSITIVE_INFINITY
  /** The offset when the database's clock last ran for some time without a jump. */
  #steadyOffsetMs: number
  #jumpedAtMs = Number.NEGATIVE_INFINITY
  #returns: number

  constructor({ nowMs, returns }: LedgerTimeRow, monotonicMs: number) {
    this.offsetMs = nowMs - monotonicMs
    this.floorMs = nowMs
    this.#returns = returns
    this.#steadyOffsetMs = this.offsetMs
  }

  ledgerMs(monotonicMs: number): number {
    return Math.max(this.floorMs, Math.min(this.ceilingMs, monotonicMs + this.offsetMs))
  }

  /** Follows the time in the books: other nodes, or the operator, have trusted the clock. */
  follow({ nowMs, returns }: LedgerTimeRow, monotonicMs: number): void {
    if (returns === this.#returns) this.floorMs = Math.max(this.floorMs, nowMs)
    else {
      this.#returns = returns
      this.floorMs = nowMs
      this.offsetMs = nowMs - monotonicMs
      this.#steadyOffsetMs = this.offsetMs
      this.ceilingMs = Number.POSITIVE_INFINITY
    }
  }

  /**
   * `leapt`: the clock has leapt over the end of a month and is not trusted, however long that lasts. `unsteady`: it
   * leapt to shortly before the end of a month that it has reached since; it is trusted when it has run steadily for
   * some time.
   */
  read(databaseMs: number, { atMs, nowMs }: ReadingTimes): 'trusted' | 'unsteady' | 'leapt' {
    const offsetMs = databaseMs - atMs
    const isJump = JUMP_MS < Math.abs(offsetMs - this.offsetMs)
    if (isJump) this.#jumpedAtMs = atMs
    if (this.#isLeapOverMonth(databaseMs, atMs)) return 'leapt'
    if (!isJump && this.#jumpedAtMs + STEADY_MS <= atMs) this.#steadyOffsetMs = offsetMs
    this.#continueFrom(offsetMs, nowMs)
    this.ceilingMs = this.#ceilingAt(atMs)
    return this.ceilingMs < databaseMs ? 'unsteady' : 'trusted'
  }

  #isLeapOverMonth(databaseMs: number, atMs: number): boolean {
    const expectedMs = Math.max(this.floorMs, atMs + this.offsetMs)
    return expectedMs + CLOCK_LEAP_MS < databaseMs && monthAt(expectedMs).endsAtMs <= databaseMs
  }

  #continueFrom(offsetMs: number, nowMs: number): void {
    // Threads may have read the time up to now.
    this.floorMs = this.ledgerMs(nowMs)
    this.offsetMs = offsetMs
  }

  #ceilingAt(atMs: number): number {
    if (this.offsetMs <= this.#steadyOffsetMs + CLOCK_LEAP_MS) return Number.POSITIVE_INFINITY
    const withoutLeapMs = Math.max(this.floorMs, atMs + this.#steadyOffsetMs)
    return Math.max(this.floorMs, monthAt(withoutLeapMs).endsAtMs - 1)
  }
}

/** Two monotonic times: when the database's clock was read, as well as can be told, and when the answer arrived. */
export interface ReadingTimes {
  readonly atMs: number
  readonly nowMs: number
}

/** Longer than the answer with the database's clock may take. */
const JUMP_MS = 5_000
