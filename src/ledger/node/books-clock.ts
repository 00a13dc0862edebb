import { isoTime } from '../../stdx/clock.ts'
import { CLOCK_DOUBT } from '../books/clock-doubt.ts'
import type { NodeTime } from '../books/ledger-time.ts'
import type { DoubtRow, LedgerTimeRow } from '../books/rows.ts'
import type { Count } from './counters.ts'
import { LedgerClock } from './ledger-clock.ts'
import type { MonotonicClock } from './ports.ts'
import type { Trust } from './trust.ts'

export interface BooksClockPorts {
  readonly clock: MonotonicClock
  readonly trust: Trust
  readonly count: Count
  /** Into the log. */
  readonly report?: ((text: string) => void) | undefined
}

/** What a heartbeat has brought about time. */
export interface ClockHeard {
  /** The clock of the database. */
  readonly databaseMs: number
  /** The monotonic time of it; NaN if it took too long to tell. */
  readonly atMs: number
  /** The ledger's time as it stands in the books. */
  readonly time: LedgerTimeRow
  readonly notice: string | undefined
  /** Those that are open. */
  readonly doubts: readonly DoubtRow[]
}

/**
 * What a node makes of the clock of the books. A leap over the end of a month it reports with the next heartbeat, and the books make a doubt of it (`books/ledger-time.ts`);
 * until that has gone, by itself or because the operator trusts it, the node charges nothing.
 */
export class BooksClock {
  readonly #ports: BooksClockPorts
  readonly #clock: LedgerClock
  #state: 'believed' | 'unsteady' | 'leapt' = 'believed'
  #doubtedAtMs: number
  #openDoubt: number | undefined

  constructor(ports: BooksClockPorts, { time, notice }: Pick<ClockHeard, 'time' | 'notice'>) {
    this.#ports = ports
    this.#doubtedAtMs = ports.clock.monotonicMs()
    this.#clock = new LedgerClock(time, this.#doubtedAtMs)
    this.#reportNotice(notice)
  }

  ledgerMs(): number {
    return this.#clock.ledgerMs(this.#ports.clock.monotonicMs())
  }

  /** For the next heartbeat. */
  get nodeTime(): NodeTime {
    return { ledgerMs: this.ledgerMs(), isLeap: this.#state === 'leapt' }
  }

  /** The monotonic time since which it was never in doubt; at most as old as this incarnation. */
  get steadySinceMs(): number {
    return this.#isDoubted ? this.#ports.clock.monotonicMs() : this.#doubtedAtMs
  }

  hear({ databaseMs, atMs, time, notice, doubts }: ClockHeard): void {
    const { trust, clock, count } = this.#ports
    const nowMs = clock.monotonicMs()
    this.#reportNotice(notice)
    this.#reportDoubt(doubts.find(({ reason }) => reason === CLOCK_DOUBT))
    this.#clock.follow(time, nowMs)
    if (!Number.isNaN(atMs)) {
      this.#state = this.#clock.hear(databaseMs, { atMs, nowMs })
      if (this.#state === 'believed') trust.clear('clock')
      else {
        if (!trust.has('clock')) count('clock_doubts')
        trust.set('clock', this.#doubtDetail(databaseMs))
      }
    }
    if (this.#isDoubted) this.#doubtedAtMs = nowMs
  }

  get #isDoubted(): boolean {
    return this.#state !== 'believed' || this.#openDoubt !== undefined
  }

  #doubtDetail(databaseMs: number): string {
    const times = `the clock shows ${isoTime(databaseMs)}, ledger time is ${isoTime(this.ledgerMs())}`
    return this.#state === 'leapt' ? times : `${times}; it leapt and is watched for two minutes`
  }

  #reportNotice(notice: string | undefined): void {
    if (notice === undefined) return
    this.#ports.count('clock_returns')
    this.#ports.report?.(`clock: ${notice}`)
  }

  #reportDoubt(open: DoubtRow | undefined): void {
    if (open?.id === this.#openDoubt) return
    this.#openDoubt = open?.id
    const text = open === undefined ? 'the clock is believed again' : `nothing is charged: ${open.detail}`
    this.#ports.report?.(`clock: ${text}`)
  }
}
