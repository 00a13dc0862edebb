import type { Books } from '../books/books.ts'
import type { BeatOutcome } from '../books/incarnations.ts'
import { SETTLING_MS, STEADY_MS } from '../books/limits.ts'
import type { Count } from './counters.ts'
import type { HeldGrant } from './held-grant.ts'
import type { MonotonicClock, Timers } from './ports.ts'
import type { Till } from './till.ts'
import { untilKnown } from './until-known.ts'

export interface PulsePorts {
  readonly books: Books
  readonly clock: MonotonicClock
  readonly timers: Timers
  readonly till: Till
  readonly count: Count
  readonly incarnation: number
  readonly shape: 'sole' | 'shared'
  readonly grants: ReadonlyMap<number, HeldGrant>
  ledgerMs(): number
  /** The clock of the books is not believed: whose time is up by it need not be gone. */
  isClockInDoubt(): boolean
  /** How many of this life's grants are known to have been closed by others. */
  sweptKnown(): number
  writtenSeq(): number
  heard(beat: Beaten): Promise<void>
  fenced(): void
}

/** What the books said at a heartbeat, and the monotonic time of it; NaN if it took too long to tell. */
export interface Beaten {
  readonly outcome: Extract<BeatOutcome, { outcome: 'beat' }>
  readonly atMs: number
  /** The monotonic time at which the books were asked. */
  readonly sentMs: number
  /** What was known to be in the books before they were asked. */
  readonly writtenSeq: number
}

/** A node that shares its books hears of others' wishes within this time. */
const SHARED_BEAT_MS = 250
const SOLE_BEAT_MS = 1_000
const SWEEP_EVERY_MS = 1_000
/** More news than this waits for the next heartbeat: a long transaction would hold up debits. */
const NEWS_MAX = 200
/** A clock that took longer to read is not set by. */
const SLOW_CLOCK_MS = 1_000

/** The heartbeat of a node: says that it lives and what it has sold, hears what others want, and clears up after those that are gone. */
export class Pulse {
  readonly #ports: PulsePorts
  #isStopped = false
  #sweptAtMs = Number.NEGATIVE_INFINITY
  #steadySinceMs: number
  #cancel: (() => void) | undefined

  constructor(ports: PulsePorts) {
    this.#ports = ports
    this.#steadySinceMs = ports.clock.monotonicMs()
  }

  start(): void {
    const { timers, shape } = this.#ports
    const every = shape === 'sole' ? SOLE_BEAT_MS : SHARED_BEAT_MS
    this.#cancel = timers.after(every, () => void this.#turn())
  }

  stop(): void {
    this.#isStopped = true
    this.#cancel?.()
  }

  async #turn(): Promise<void> {
    await this.beat()
    await this.#sweep()
    if (!this.#isStopped) this.start()
  }

  async beat(): Promise<void> {
    const { books, clock, timers, till, incarnation, grants } = this.#ports
    // Of this moment: what is learnt while the books answer is not yet in the news.
    const sweptKnown = this.#ports.sweptKnown()
    const news = []
    for (const held of grants.values()) {
      if (held.isClosedInBooks) continue
      const hint = held.news(till)
      if (hint !== undefined && news.length < NEWS_MAX) news.push({ held, hint })
    }
    const hints = news.map(({ hint }) => hint)
    const writtenSeq = this.#ports.writtenSeq()
    let sentMs = 0
    const outcome = await untilKnown(timers, () => {
      sentMs = clock.monotonicMs()
      return books.beat({ incarnation, writtenSeq, hints })
    })
    if (outcome.outcome === 'fenced') return this.#ports.fenced()
    // A grant that others have closed meanwhile has not heard it.
    if (outcome.swept === sweptKnown) for (const { held, hint } of news) held.told(hint)
    const heardMs = clock.monotonicMs()
    const atMs = heardMs - sentMs < SLOW_CLOCK_MS ? (sentMs + heardMs) / 2 : Number.NaN
    await this.#ports.heard({ outcome, atMs, sentMs, writtenSeq })
  }

  async #sweep(): Promise<void> {
    const { books, clock, timers, count, incarnation } = this.#ports
    const nowMs = clock.monotonicMs()
    if (this.#ports.isClockInDoubt()) {
      this.#steadySinceMs = nowMs
      return
    }
    if (nowMs < this.#sweptAtMs + SWEEP_EVERY_MS) return
    this.#sweptAtMs = nowMs
    const work = await untilKnown(timers, () => books.findSweepWork())
    for (const life of work.overlong) await untilKnown(timers, () => books.shortenLease(life))
    for (const grant of work.grants) {
      // Our own lease can seem to be over when the clock of the books is put forward.
      if (grant.incarnation === incarnation) continue
      const lost = await untilKnown(timers, () => books.sweepGrant(grant))
      if (lost === undefined) continue
      count('grants_lost_closed')
      count('units_held', lost.held)
      count('units_clipped', lost.clipped)
    }
    if (nowMs < this.#steadySinceMs + STEADY_MS) return
    for (const period of work.periods) {
      // The books' clock may have leapt since it was last heard, and a month that was ended by mistake would stay so.
      if (this.#ports.ledgerMs() < period.endsAtMs + SETTLING_MS) continue
      await untilKnown(timers, () => books.endPeriod(period))
      count('periods_ended')
    }
  }
}
