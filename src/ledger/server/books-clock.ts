import { type Month, monthAt } from '../calendar.ts'
import type { BooksMonth } from './account-memory.ts'
import type { HeartbeatAnswer } from './heartbeat.ts'
import type { MonotonicClock } from './ports.ts'

/** A machine's clock and its time server differ by less. */
const LEAP_MS = 60_000

type BooksTime = Pick<HeartbeatAnswer, 'nowMs' | 'readAtMs' | 'month'>

/**
 * Estimates the books' clock between two heartbeats. Only the books decide in which month a charge lies; this clock
 * says how long a refusal lasts.
 */
export class BooksClock {
  readonly #clock: MonotonicClock
  #offsetMs = 0
  #month: Month | undefined

  constructor(clock: MonotonicClock) {
    this.#clock = clock
  }

  /** The books showed it at this time of the monotonic clock. Returns how far it has leapt since the last one. */
  read({ nowMs, readAtMs, month }: BooksTime): number | undefined {
    const offsetMs = nowMs - readAtMs
    const leapMs = this.#month === undefined ? 0 : offsetMs - this.#offsetMs
    this.#offsetMs = offsetMs
    this.#month = month
    return LEAP_MS < Math.abs(leapMs) ? leapMs : undefined
  }

  now(): BooksMonth {
    const nowMs = this.#offsetMs + this.#clock.monotonicMs()
    const known = this.#month
    const isOver = known === undefined || nowMs < known.startsAtMs || known.endsAtMs <= nowMs
    const { period, endsAtMs } = isOver ? monthAt(Math.max(0, nowMs)) : known
    return { period, endsAtMs, nowMs }
  }
}
