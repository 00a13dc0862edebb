import { CLOCK_LEAP_MS, STEADY_MS } from '../books/limits.ts'
import type { LedgerTimeRow } from '../books/rows.ts'
import { monthAt } from '../calendar.ts'

/**
 * The ledger's time at one node: the clock of the database, read at every heartbeat and carried on by the node's monotonic clock. It is never less than the
 * time in the books. When the clock goes back, it stands still until the clock has caught up; it goes back only when the books have returned to an earlier month.
 */
export class LedgerClock {
  offsetMs: number
  floorMs: number
  /** It does not go on beyond this: the end of a month that only a leap has brought so near. */
  ceilingMs = Number.POSITIVE_INFINITY
  /** The offset when the database's clock had last gone on without a jump for some time. */
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

  /** The time in the books: other nodes, or the operator, have believed the clock. */
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
   * `leapt`: the clock has leapt over the end of a month, which would end the month of every account. It is not believed, however long that lasts. `unsteady`: it
   * has leapt to shortly before the end of a month that it has reached since. It is believed when it has gone on steadily for some time.
   */
  hear(databaseMs: number, { atMs, nowMs }: Heard): 'believed' | 'unsteady' | 'leapt' {
    const offsetMs = databaseMs - atMs
    const isJump = JUMP_MS < Math.abs(offsetMs - this.offsetMs)
    if (isJump) this.#jumpedAtMs = atMs
    if (this.#isLeapOverMonth(databaseMs, atMs)) return 'leapt'
    if (!isJump && this.#jumpedAtMs + STEADY_MS <= atMs) this.#steadyOffsetMs = offsetMs
    this.#carryOn(offsetMs, nowMs)
    this.ceilingMs = this.#ceilingAt(atMs)
    return this.ceilingMs < databaseMs ? 'unsteady' : 'believed'
  }

  #isLeapOverMonth(databaseMs: number, atMs: number): boolean {
    const expectedMs = Math.max(this.floorMs, atMs + this.offsetMs)
    return expectedMs + CLOCK_LEAP_MS < databaseMs && monthAt(expectedMs).endsAtMs <= databaseMs
  }

  #carryOn(offsetMs: number, nowMs: number): void {
    // Up to now a thread may have read the time.
    this.floorMs = this.ledgerMs(nowMs)
    this.offsetMs = offsetMs
  }

  #ceilingAt(atMs: number): number {
    if (this.offsetMs <= this.#steadyOffsetMs + CLOCK_LEAP_MS) return Number.POSITIVE_INFINITY
    const withoutLeapMs = Math.max(this.floorMs, atMs + this.#steadyOffsetMs)
    return Math.max(this.floorMs, monthAt(withoutLeapMs).endsAtMs - 1)
  }
}

/** Two monotonic times: when the database's clock was read, as well as that can be told, and when that was heard. */
export interface Heard {
  readonly atMs: number
  readonly nowMs: number
}

/** More than how late the database's clock may be heard of. */
const JUMP_MS = 5_000
