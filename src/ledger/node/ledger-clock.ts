import { STEADY_MS } from '../books/limits.ts'
import { monthAt } from '../calendar.ts'

/**
 * The ledger's time at one node: the database's clock, heard at every heartbeat and carried on by the node's monotonic clock. It never goes back: when the
 * database's does, it stands still until that has caught up, and no month begins twice.
 */
export class LedgerClock {
  offsetMs: number
  floorMs: number
  /** It does not go on beyond this: the end of a month that only a leap has brought so near. */
  ceilingMs = Number.POSITIVE_INFINITY
  /** The offset when the database's clock had last gone on without a jump for some time. */
  #steadyOffsetMs: number
  #jumpedAtMs = Number.NEGATIVE_INFINITY

  constructor(databaseMs: number, monotonicMs: number) {
    this.offsetMs = databaseMs - monotonicMs
    this.floorMs = databaseMs
    this.#steadyOffsetMs = this.offsetMs
  }

  ledgerMs(monotonicMs: number): number {
    return Math.max(this.floorMs, Math.min(this.ceilingMs, monotonicMs + this.offsetMs))
  }

  /**
   * `doubtful`: the database's clock has leapt over the end of a month, or to shortly before one that it has reached since. That would end everybody's month. The
   * first is not believed, however long it lasts; the second is when the clock has gone on steadily for some time.
   */
  hear(databaseMs: number, { atMs, nowMs }: Heard): 'believed' | 'doubtful' {
    const offsetMs = databaseMs - atMs
    const isJump = JUMP_MS < Math.abs(offsetMs - this.offsetMs)
    if (isJump) this.#jumpedAtMs = atMs
    if (this.isLeapOverMonth(databaseMs, atMs)) return 'doubtful'
    if (!isJump && this.#jumpedAtMs + STEADY_MS <= atMs) this.#steadyOffsetMs = offsetMs
    this.#follow(offsetMs, nowMs)
    this.ceilingMs = this.#ceilingAt(atMs)
    return this.ceilingMs < databaseMs ? 'doubtful' : 'believed'
  }

  isLeapOverMonth(databaseMs: number, atMs: number): boolean {
    const expectedMs = Math.max(this.floorMs, atMs + this.offsetMs)
    return expectedMs + LEAP_MS < databaseMs && monthAt(expectedMs).endsAtMs <= databaseMs
  }

  believe(databaseMs: number, { atMs, nowMs }: Heard): void {
    this.#follow(databaseMs - atMs, nowMs)
    this.#steadyOffsetMs = this.offsetMs
    this.ceilingMs = Number.POSITIVE_INFINITY
  }

  #follow(offsetMs: number, nowMs: number): void {
    // Up to now somebody may have read the time.
    this.floorMs = this.ledgerMs(nowMs)
    this.offsetMs = offsetMs
  }

  #ceilingAt(atMs: number): number {
    if (this.offsetMs <= this.#steadyOffsetMs + LEAP_MS) return Number.POSITIVE_INFINITY
    const withoutLeapMs = Math.max(this.floorMs, atMs + this.#steadyOffsetMs)
    return Math.max(this.floorMs, monthAt(withoutLeapMs).endsAtMs - 1)
  }
}

/** Two monotonic times: when the database's clock was read, as well as that can be told, and when that was heard. */
export interface Heard {
  readonly atMs: number
  readonly nowMs: number
}

/** Clocks of one machine and its time server differ by less. */
const LEAP_MS = 60_000

/** More than how late the database's clock may be heard of. */
const JUMP_MS = 5_000
