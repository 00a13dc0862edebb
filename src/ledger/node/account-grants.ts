import { DatabaseError } from '../../storage/storage.ts'
import type { AcquireOutcome, AcquireRequest } from '../books/acquire.ts'
import type { CloseRequest } from '../books/acquire-many.ts'
import type { Books } from '../books/books.ts'
import { EARLY_MS } from '../books/limits.ts'
import type { CloseOutcome } from '../books/return-units.ts'
import type { GrantRow } from '../books/rows.ts'
import { type Month, monthAt } from '../calendar.ts'
import type { Count } from './counters.ts'
import type { GatherQueue } from './gather-queue.ts'
import { HeldGrant } from './held-grant.ts'
import type { MonotonicClock, Timers } from './ports.ts'
import { PreparedGrant } from './prepared-grant.ts'
import type { Turns, Urgency } from './turns.ts'
import { untilKnown } from './until-known.ts'
import type { UnusablePeriods } from './unusable-periods.ts'

export interface GrantPorts {
  readonly books: Books
  readonly clock: MonotonicClock
  readonly timers: Timers
  readonly count: Count
  readonly acquires: GatherQueue<AcquireRequest, AcquireOutcome>
  readonly closes: GatherQueue<CloseRequest, CloseOutcome>
  /** The accounts of a node share its connections to the books. */
  readonly turns: Turns
  readonly incarnation: number
  /** `sole`: no other node shares the books. */
  readonly shape: 'sole' | 'shared'
  /** All grants of the node by id. */
  readonly grants: Map<number, HeldGrant>
  readonly periods: UnusablePeriods
  ledgerMs(): number
  nextGrantId(): number
  /** Units of the account may be available again, whatever clients were told before. */
  unitsReturned(account: string): void
  /** The books refuse what by our knowledge they must accept. */
  contradiction(held: HeldGrant): void
}

/** How many units an account needs. `least`: below it nobody is served. */
export interface Need {
  readonly least: number
  readonly wanted: number
}

export interface AccountPlace {
  readonly account: string
  /** May the account be charged, by what is known now? */
  mayCharge(): boolean
}

/** Prepared grants that no request has used are kept so long after the month has begun. */
const PREPARED_KEPT_MS = 60_000

/** How often closing is tried again where an account is damaged: the operator has to put that right first. */
const DAMAGED_MS = 1_000

/** The grants of one account at one node: one that is charged, and those that wait for their last charges. Only the account's actor calls this, one thing at a time. */
export class AccountGrants {
  readonly #ports: GrantPorts
  readonly #account: string
  readonly #mayCharge: () => boolean
  #current: HeldGrant | undefined
  readonly #retiring = new Set<HeldGrant>()
  /** Those that could not be closed because something in the books is damaged, and until when they are left alone. */
  readonly #damaged = new Map<HeldGrant, number>()
  #freshId: number | undefined
  /** The answer to a request for the grant of that id was lost: the books may have opened it, or may still. */
  #isFreshInDoubt = false
  /** Being closed, with what the books are asked. */
  readonly #closing = new Map<HeldGrant, () => CloseRequest>()
  readonly #prepared: PreparedGrant

  constructor(ports: GrantPorts, { account, mayCharge }: AccountPlace) {
    this.#ports = ports
    this.#account = account
    this.#mayCharge = mayCharge
    this.#prepared = new PreparedGrant(ports, account)
  }

  get current(): HeldGrant | undefined {
    return this.#current
  }

  get free(): number {
    return this.#current?.free ?? 0
  }

  get isEmpty(): boolean {
    return this.#current === undefined && this.#retiring.size === 0 && this.#prepared.isEmpty
  }

  /** Must the current grant be given up? Its month is over, another node has closed it, or the ledger has returned to the month before. */
  mustRetire(): boolean {
    const held = this.#current
    if (held === undefined) return false
    const ledgerMs = this.#ports.ledgerMs()
    return held.isClosedInBooks || held.month.endsAtMs <= ledgerMs || ledgerMs + EARLY_MS < held.month.startsAtMs
  }

  /** Charges no more to the current grant, nor to the prepared one; each is closed when its charges have ended. */
  retire(): void {
    this.retireCurrent()
    this.retirePrepared()
  }

  retirePrepared(): void {
    const held = this.#prepared.take()
    if (held !== undefined) this.#retire(held)
  }

  /** A grant that is over is retired. When its month begins, a prepared grant takes its place. */
  turn(): void {
    if (this.mustRetire()) this.retireCurrent()
    if (this.#prepared.mustRetire() || !this.#mayCharge()) this.retirePrepared()
    if (this.#current !== undefined || !this.#prepared.hasBegun()) return
    // Only while there is no other grant is the one in doubt asked for again: beside the prepared one, no node could use its units.
    if (this.#isFreshInDoubt) {
      this.retirePrepared()
      return
    }
    this.#current = this.#prepared.take()!
    this.#current.state = 'current'
  }

  /** Asks for a grant of the month that follows, at leisure. */
  async prepare(wanted: number): Promise<void> {
    await this.#prepared.ask(this.#current?.month, wanted)
    if (this.#prepared.mustRetire() || !this.#mayCharge()) this.retirePrepared()
    // The month may have begun meanwhile, and the account may have got another grant of it.
    if (this.#current !== undefined && this.#current.month.period === this.#prepared.period) this.retirePrepared()
  }

  /** There is none yet, or whether there is one is not known. */
  get mayPrepare(): boolean {
    return this.#prepared.mayAsk
  }

  /** A grant was asked for, and must be asked for again, to know whether there is one. */
  get mustPrepare(): boolean {
    return this.#prepared.mustAsk
  }

  /** `period`: whose units another node needs. */
  isPrepared(period: string): boolean {
    return this.#prepared.period === period
  }

  /** It may have been prepared for a request that comes soon. */
  isJustBegun(held: HeldGrant): boolean {
    return this.#ports.ledgerMs() < held.month.startsAtMs + PREPARED_KEPT_MS
  }

  retireCurrent(): void {
    const held = this.#current
    if (held === undefined) return
    const { count, ledgerMs } = this.#ports
    if (held.isClosedInBooks) count('grants_swept')
    else if (!held.isSettled && held.month.endsAtMs <= ledgerMs()) count('rollovers_in_flight')
    this.#current = undefined
    this.#retire(held)
  }

  #retire(held: HeldGrant): void {
    held.state = 'retiring'
    this.#retiring.add(held)
  }

  /** A retiring grant of which every charge has ended. */
  settled(): HeldGrant | undefined {
    const nowMs = this.#ports.clock.monotonicMs()
    for (const held of this.#retiring) {
      if (this.#closing.has(held)) continue
      if (held.isSettled && (this.#damaged.get(held) ?? nowMs) <= nowMs) return held
    }
    return undefined
  }

  async close(held: HeldGrant, urgency: Urgency): Promise<void> {
    const { clock, closes, count, grants, timers } = this.#ports
    const request = () => ({ own: held.own, acked: held.acked })
    this.#closing.set(held, request)
    const { outcome } = (await untilKnown(timers, () => closes.ask(urgency, request)))!
    this.#closing.delete(held)
    this.#damaged.delete(held)
    if (outcome === 'damaged') return void this.#damaged.set(held, clock.monotonicMs() + DAMAGED_MS)
    if (outcome === 'unsettled') this.#ports.contradiction(held)
    // Others took its last lines for lost: they were not.
    if (outcome === 'closed_by_others') await this.acknowledgeHeld(held)
    count('grants_closed')
    held.state = 'gone'
    this.#retiring.delete(held)
    grants.delete(held.id)
    this.#ports.unitsReturned(this.#account)
  }

  /** A charge waits until they are closed. */
  hurryClosing(): void {
    for (const request of this.#closing.values()) this.#ports.closes.hurry(request)
  }

  /** A grant that others have closed, with lines that they took for lost: reported before its last charges have ended, because its month may be closed by then. */
  takenForLost(): HeldGrant | undefined {
    const all = this.#current === undefined ? [...this.#retiring] : [this.#current, ...this.#retiring]
    return all.find((held) => held.isClosedInBooks && held.inCommit === 0 && held.hasUnreportedLines())
  }

  async acknowledgeHeld(held: HeldGrant): Promise<void> {
    const { books, count } = this.#ports
    for (const { key, requestId } of held.takeUnreportedLines()) {
      await this.#known('at_leisure', () => books.acknowledgeHeld(key, [requestId]))
      count('held_acknowledged')
    }
  }

  /** Another node needs units: all that is free here goes back. */
  async giveBack(): Promise<void> {
    const { books, count, timers } = this.#ports
    // A request of ours may have been granted later than it was answered, and its answer was lost.
    const mayHaveMore = this.#current === undefined ? this.#freshId !== undefined : this.#current.free === 0
    if (mayHaveMore) await untilKnown(timers, () => this.acquire(() => ({ least: 0, wanted: 0 })))
    const held = this.#current
    if (held === undefined || held.free === 0) return
    held.returning += held.free
    const keep = held.size - held.returning
    const outcome = await this.#known('awaited', () => books.returnUnits(held.own, keep))
    if (outcome.outcome === 'grant_closed') held.isClosedInBooks = true
    // The account is in doubt from now on; its free units are not charged.
    if (outcome.outcome !== 'returned') return
    held.resize(outcome)
    held.returning = 0
    count('units_returned')
  }

  /**
   * Opens a grant, or makes the current one larger. Asks the books once, and not at all if `need` says that nobody needs units any more. Throws DatabaseError: then the
   * same must be asked again, because the books may have granted it.
   */
  async acquire(need: () => Need | undefined): Promise<AcquireOutcome | undefined> {
    const urgency = 0 < (need()?.least ?? 0) ? 'awaited' : 'at_leisure'
    let before: HeldGrant | undefined
    let asked: AcquireRequest | undefined
    try {
      const outcome = await this.#ports.acquires.ask(urgency, () => {
        before = this.#current
        const needed = need()
        asked = needed && this.#request(needed)
        return asked
      })
      if (outcome !== undefined) {
        this.#ports.periods.note(asked!.month.period, outcome)
        this.#take(before, outcome)
      }
      return outcome
    } catch (error) {
      const mayBeGranted = error instanceof DatabaseError && error.outcome === 'unknown'
      if (mayBeGranted && before === undefined) this.#isFreshInDoubt = true
      throw error
    }
  }

  #request({ least, wanted }: Need): AcquireRequest {
    const { incarnation, shape, ledgerMs } = this.#ports
    const held = this.#current
    this.#freshId ??= this.#ports.nextGrantId()
    return {
      ...{ grant: held?.id ?? this.#freshId, version: held?.version ?? 0, account: this.#account },
      ...{ month: held?.month ?? monthAt(ledgerMs()), incarnation, acked: held?.acked ?? 0, least, wanted, shape },
    }
  }

  /** `held`: the grant that was to become larger. It may have been retired meanwhile. */
  #take(held: HeldGrant | undefined, outcome: AcquireOutcome): void {
    if (outcome.outcome === 'granted') {
      const now = held ?? this.#open(outcome.grant, outcome.month)
      if (0 < now.size) this.#ports.count('grants_grown')
      now.resize(outcome.grant)
      // The account may have been stopped while the books were asked: then its units are returned, and no request is charged to them.
      if (outcome.isSuspended || !this.#mayCharge()) this.retire()
    }
    if (outcome.outcome === 'grant_closed') {
      if (held === undefined) this.#forgetFresh()
      else held.isClosedInBooks = true
    }
  }

  /** Each attempt has its turn: whoever waits for a database that is away, or for a row that is damaged, holds up no other account. */
  #known<T>(urgency: Urgency, attempt: () => Promise<T>): Promise<T> {
    const { timers, turns } = this.#ports
    return untilKnown(timers, () => turns.take(urgency, attempt))
  }

  /** `month`: not the one that was asked for last. It may be an earlier request that was granted, and when it ends is written in the books. */
  #open({ id, exposure }: GrantRow, month: Month): HeldGrant {
    const { grants, count } = this.#ports
    this.#forgetFresh()
    const held = new HeldGrant({ id, account: this.#account, month, exposure })
    this.#current = held
    grants.set(held.id, held)
    count('grants_opened')
    return held
  }

  /** What became of it is known. */
  #forgetFresh(): void {
    this.#freshId = undefined
    this.#isFreshInDoubt = false
  }
}
