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
  hear(databaseMs: number, monotonicMs: number): 'believed' | 'doubtful' {
    const expectedMs = this.ledgerMs(monotonicMs)
    if (expectedMs + LEAP_MS < databaseMs && monthAt(expectedMs).endsAtMs <= databaseMs) return 'doubtful'
    this.believe(databaseMs, monotonicMs)
    return 'believed'
  }

  believe(databaseMs: number, monotonicMs: number): void {
    this.floorMs = this.ledgerMs(monotonicMs)
    this.offsetMs = databaseMs - monotonicMs
  }
}

/** Clocks of one machine and its time server differ by less. */
const LEAP_MS = 60_000
