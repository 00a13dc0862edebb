import { isoTime } from '../../stdx/clock.ts'
import type { ClockTrust } from '../books/doubts.ts'
import { monthAt } from '../calendar.ts'
import type { Count } from './counters.ts'
import { LedgerClock } from './ledger-clock.ts'
import type { MonotonicClock } from './ports.ts'
import type { Till } from './till.ts'
import type { Trust } from './trust.ts'

export interface BooksClockPorts {
  readonly clock: MonotonicClock
  readonly till: Till
  readonly trust: Trust
  readonly count: Count
}

/** The clock of the books, as a heartbeat has heard it. */
export interface ClockHeard {
  readonly databaseMs: number
  /** The monotonic time of it; NaN if it took too long to tell. */
  readonly atMs: number
  readonly word: ClockTrust | undefined
}

/** What a node makes of the clock of the books: it is believed, or in doubt until it agrees again or the operator has said that he trusts it. */
export class BooksClock {
  readonly #ports: BooksClockPorts
  readonly #clock: LedgerClock
  #doubtedAtMs: number
  #wordHeard: number | undefined

  constructor(ports: BooksClockPorts, databaseMs: number) {
    this.#ports = ports
    this.#doubtedAtMs = ports.clock.monotonicMs()
    this.#clock = new LedgerClock(databaseMs, this.#doubtedAtMs)
    ports.till.setClock(this.#clock)
  }

  ledgerMs(): number {
    return this.#clock.ledgerMs(this.#ports.clock.monotonicMs())
  }

  /** The monotonic time since which it was never in doubt; at most as old as this life. */
  get steadySinceMs(): number {
    return this.#ports.trust.has('clock') ? this.#ports.clock.monotonicMs() : this.#doubtedAtMs
  }

  hear({ databaseMs, atMs, word }: ClockHeard): void {
    const wordId = word?.id ?? 0
    const isWordNew = this.#wordHeard !== undefined && this.#wordHeard < wordId
    // Without the time nothing can be made of a word: the next heartbeat hears it again. Only what was said before this life began is known by now.
    if (Number.isNaN(atMs)) {
      this.#wordHeard ??= wordId
      return
    }
    this.#wordHeard = wordId
    const { trust, clock, count, till } = this.#ports
    const heard = { atMs, nowMs: clock.monotonicMs() }
    // No more is believed than what was said: should the clock have leapt on since, it is doubted like every leap.
    if (isWordNew && this.#isOfThisClock(word!, databaseMs, atMs))
      this.#clock.believe(Math.min(word!.atMs, databaseMs), heard)
    if (this.#clock.hear(databaseMs, heard) === 'believed') trust.clear('clock')
    else {
      if (!trust.has('clock')) count('clock_doubts')
      this.#doubtedAtMs = heard.nowMs
      trust.set('clock', `the clock of the books leapt to ${isoTime(databaseMs)}`)
    }
    till.setClock(this.#clock)
  }

  /** Was it said of the clock as it is now, and not before it leapt? What was said of a clock in December ends no December. */
  #isOfThisClock({ atMs: saidMs }: ClockTrust, databaseMs: number, atMs: number): boolean {
    if (databaseMs < saidMs + WORD_FRESH_MS) return true
    return this.#clock.isLeapOverMonth(saidMs, atMs) && databaseMs < monthAt(saidMs).endsAtMs
  }
}

/** What leaps over the end of a month leaps further than this. */
const WORD_FRESH_MS = 60_000
