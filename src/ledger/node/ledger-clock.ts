import { monthAt } from '../calendar.ts'

/**
 * The ledger's time at one node: the database's clock, heard at every heartbeat and carried on by the node's monotonic clock. It never goes back: when the
 * database's does, it stands still until that has caught up, and no month begins twice.
 */
export class LedgerClock {
  offsetMs: number
  floorMs: number

  constructor(databaseMs: number, monotonicMs: number) {
    this.offsetMs = databaseMs - monotonicMs
    this.floorMs = databaseMs
  }

  ledgerMs(monotonicMs: number): number {
    return Math.max(this.floorMs, monotonicMs + this.offsetMs)
  }

  /** `doubtful`: the database's clock has leapt over the end of a month. That would end everybody's month, so it is not believed. */
  hear(databaseMs: number, { atMs, nowMs }: Heard): 'believed' | 'doubtful' {
    const expectedMs = this.ledgerMs(atMs)
    if (expectedMs + LEAP_MS < databaseMs && monthAt(expectedMs).endsAtMs <= databaseMs) return 'doubtful'
    this.believe(databaseMs, { atMs, nowMs })
    return 'believed'
  }

  believe(databaseMs: number, { atMs, nowMs }: Heard): void {
    // Up to now somebody may have read the time.
    this.floorMs = this.ledgerMs(nowMs)
    this.offsetMs = databaseMs - atMs
  }
}

/** Two monotonic times: when the database's clock was read, as well as that can be told, and when that was heard. */
export interface Heard {
  readonly atMs: number
  readonly nowMs: number
}

/** Clocks of one machine and its time server differ by less. */
const LEAP_MS = 60_000
