import { isoTime } from '../../stdx/clock.ts'
import { CLOCK_DOUBT } from '../books/clock-doubt.ts'
import type { NodeTime } from '../books/ledger-time.ts'
import type { DoubtRow, LedgerTimeRow } from '../books/rows.ts'
import { LedgerClock } from './ledger-clock.ts'
import type { NodeParts } from './node-parts.ts'

type BooksClockPorts = Pick<NodeParts, 'clock' | 'trust' | 'count' | 'report'>

/** What a heartbeat read about time. */
export interface ClockReading {
  /** The clock of the database. */
  readonly databaseMs: number
  /** The monotonic time at which the clock was read; NaN if that took too long. */
  readonly atMs: number
  /** Ledger time as stored in the books. */
  readonly time: LedgerTimeRow
  readonly notice: string | undefined
  /** The open doubts. */
  readonly doubts: readonly DoubtRow[]
}

/**
 * Follows the clock of the books. The next heartbeat reports a leap over the end of a month, and the books make it a
 * doubt (`books/ledger-time.ts`). The node charges nothing until the clock agrees again or the operator trusts it.
 */
export class BooksClock {
  readonly #ports: BooksClockPorts
  readonly #clock: LedgerClock
  #state: 'trusted' | 'unsteady' | 'leapt' = 'trusted'
  #openDoubt: number | undefined

  constructor(ports: BooksClockPorts, { time, notice }: Pick<ClockReading, 'time' | 'notice'>) {
    this.#ports = ports
    this.#clock = new LedgerClock(time, ports.clock.monotonicMs())
    this.#reportNotice(notice)
  }

  ledgerMs(): number {
    return this.#clock.ledgerMs(this.#ports.clock.monotonicMs())
  }

  /** What the next heartbeat reports. */
  get nodeTime(): NodeTime {
    return { ledgerMs: this.ledgerMs(), isLeap: this.#state === 'leapt' }
  }

  get isInDoubt(): boolean {
    return this.#state !== 'trusted' || this.#openDoubt !== undefined
  }

  read({ databaseMs, atMs, time, notice, doubts }: ClockReading): void {
    const { trust, clock, count } = this.#ports
    const nowMs = clock.monotonicMs()
    this.#reportNotice(notice)
    this.#reportDoubt(doubts.find(({ reason }) => reason === CLOCK_DOUBT))
    this.#clock.follow(time, nowMs)
    if (!Number.isNaN(atMs)) {
      this.#state = this.#clock.read(databaseMs, { atMs, nowMs })
      if (this.#state === 'trusted') trust.clear('clock')
      else {
        if (!trust.has('clock')) count('clock_doubts')
        trust.set('clock', this.#doubtDetail(databaseMs))
      }
    }
  }

  #doubtDetail(databaseMs: number): string {
    const times = `the clock shows ${isoTime(databaseMs)}, ledger time is ${isoTime(this.ledgerMs())}`
    return this.#state === 'leapt' ? times : `${times}; it leapt, and is trusted after two minutes without a jump`
  }

  #reportNotice(notice: string | undefined): void {
    if (notice === undefined) return
    this.#ports.count('clock_returns')
    this.#ports.report?.(`clock: ${notice}`)
  }

  #reportDoubt(open: DoubtRow | undefined): void {
    if (open?.id === this.#openDoubt) return
    this.#openDoubt = open?.id
    const text = open === undefined ? 'the clock is trusted again' : `nothing is charged: ${open.detail}`
    this.#ports.report?.(`clock: ${text}`)
  }
}
