import { DatabaseError } from '../../storage/storage.ts'
import type { Books } from '../books/books.ts'
import type { HeartbeatOutcome } from '../books/incarnations.ts'
import type { NodeTime } from '../books/ledger-time.ts'
import type { HeldGrant } from './held-grant.ts'
import { News } from './news.ts'
import type { MonotonicClock, Timers } from './ports.ts'
import { backoffMs, pause } from './until-known.ts'

export interface PulsePorts {
  /** By a way of their own, if there is one: whatever else is asked must not keep the heartbeat waiting. */
  readonly beats: Books
  readonly clock: MonotonicClock
  readonly timers: Timers
  readonly node: string
  readonly incarnation: number
  readonly shape: 'sole' | 'shared'
  readonly grants: ReadonlyMap<number, HeldGrant>
  /** How many grants of this incarnation are known to have been closed by others. */
  sweptKnown(): number
  writtenSeq(): number
  nodeTime(): NodeTime
  heard(beat: Beaten): Promise<void>
  fenced(): void
  /** The database found damage in what every heartbeat needs. */
  damaged(message: string): void
}

/** What the books said at a heartbeat, and the monotonic time of it; NaN if it took too long to tell. */
export interface Beaten {
  readonly outcome: Extract<HeartbeatOutcome, { outcome: 'beat' }>
  readonly atMs: number
  /** What was known to be in the books before they were asked. */
  readonly writtenSeq: number
}

/** A node that shares its books hears of others' wishes within this time. */
const SHARED_BEAT_MS = 250
const SOLE_BEAT_MS = 1_000
/** A clock that took longer to read is not set by. */
const SLOW_CLOCK_MS = 1_000

/** The heartbeat of a node: extends its lease, reports what it has charged, and reads what others want. */
export class Pulse {
  readonly #ports: PulsePorts
  readonly #news: News
  #isStopped = false
  #cancel: (() => void) | undefined

  constructor(ports: PulsePorts) {
    this.#ports = ports
    this.#news = new News(ports)
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
    if (!this.#isStopped) this.start()
  }

  async beat(): Promise<void> {
    const { clock } = this.#ports
    // Read before the books are asked: what the node learns while they answer is not in this heartbeat.
    const sweptKnown = this.#ports.sweptKnown()
    const writtenSeq = this.#ports.writtenSeq()
    const { outcome, news, sentMs } = await this.#say(writtenSeq)
    if (outcome.outcome === 'fenced') return this.#ports.fenced()
    // A grant that others have closed meanwhile has not heard it.
    if (outcome.swept === sweptKnown) for (const { held, hint } of news) held.reported(hint)
    const heardMs = clock.monotonicMs()
    const atMs = heardMs - sentMs < SLOW_CLOCK_MS ? (sentMs + heardMs) / 2 : Number.NaN
    await this.#ports.heard({ outcome, atMs, writtenSeq })
  }

  /** Until the books have answered. Should they refuse the news, because the row of a grant is damaged, they hear at least that this node lives. */
  async #say(writtenSeq: number) {
    const { beats, clock, timers, node, incarnation } = this.#ports
    let news = this.#news.next()
    for (let tries = 0; ; tries++) {
      const sentMs = clock.monotonicMs()
      try {
        const time = this.#ports.nodeTime()
        const outcome = await beats.recordHeartbeat({
          node,
          incarnation,
          writtenSeq,
          hints: news.map(({ hint }) => hint),
          time,
        })
        this.#news.accepted(news.length)
        return { outcome, news, sentMs }
      } catch (error) {
        if (!(error instanceof DatabaseError)) throw error
        if (isPassing(error)) await pause(timers, backoffMs(tries))
        else if (news.length === 0) {
          if (error.reason === 'damaged') this.#ports.damaged(error.message)
          await pause(timers, backoffMs(tries))
        } else {
          this.#news.refused()
          news = []
        }
      }
    }
  }
}

/** It lies with the database as a whole, not with the rows that it was to change. */
function isPassing({ outcome, reason }: DatabaseError): boolean {
  return outcome === 'unknown' || reason === 'lost' || reason === 'busy' || reason === 'full'
}
