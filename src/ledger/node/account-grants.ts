import { DatabaseError } from '../../storage/storage.ts'
import type { AcquireOutcome, AcquireRequest } from '../books/acquire.ts'
import type { CloseRequest } from '../books/acquire-many.ts'
import { DAMAGED_MS, EARLY_MS } from '../books/limits.ts'
import type { CloseOutcome } from '../books/return-units.ts'
import type { GrantRow } from '../books/rows.ts'
import { type Month, monthAt } from '../calendar.ts'
import type { ConcurrencyLimit, Urgency } from './concurrency-limit.ts'
import type { GatherQueue } from './gather-queue.ts'
import { HeldGrant } from './held-grant.ts'
import type { NodeParts } from './node-parts.ts'
import { PreparedGrant, type PreparedGrantPorts } from './prepared-grant.ts'
import { retryUntilAnswered } from './retry-until-answered.ts'
import type { UnusablePeriods } from './unusable-periods.ts'

export interface GrantPorts extends NodeParts, PreparedGrantPorts {
  readonly closes: GatherQueue<CloseRequest, CloseOutcome>
  /** Limits how many accounts of this node use the books at once. */
  readonly limit: ConcurrencyLimit
  readonly periods: UnusablePeriods
}

/** How many units an account needs. `least`: with fewer, no waiting charge can be admitted. */
export interface Need {
  readonly least: number
  readonly wanted: number
}

/** How long an unused prepared grant is kept after its month has begun. */
const PREPARED_KEPT_MS = 60_000

/**
 * The grants of one account at one node: the current one, and those that wait for their last charges. Only the
 * account's actor calls this, one call at a time.
 */
export class AccountGrants {
  readonly #ports: GrantPorts
  readonly #account: string
  readonly #mayCharge: () => boolean
  #current: HeldGrant | undefined
  readonly #retiring = new Set<HeldGrant>()
  /** Grants that could not be closed because of damaged rows, with the time of the next attempt. */
  readonly #damaged = new Map<HeldGrant, number>()
  #freshId: number | undefined
  /** The answer to a request for the grant of that id was lost: the books may have opened it, or may still. */
  #isFreshInDoubt = false
  /** Grants being closed, with their requests to the books. */
  readonly #closing = new Map<HeldGrant, () => CloseRequest>()
  readonly prepared: PreparedGrant

  /** `mayCharge`: whether the account may be charged, as far as the node knows. */
  constructor(ports: GrantPorts, account: string, mayCharge: () => boolean) {
    this.#ports = ports
    this.#account = account
    this.#mayCharge = mayCharge
    this.prepared = new PreparedGrant(ports, account)
  }

  get current(): HeldGrant | undefined {
    return this.#current
  }

  get free(): number {
    return this.#current?.free ?? 0
  }

  get isEmpty(): boolean {
    return this.#current === undefined && this.#retiring.size === 0 && this.prepared.isEmpty
  }

  /**
   * The current grant must be retired when its month is over, when another node has closed it, or when ledger time
   * returned to an earlier month.
   */
  mustRetire(): boolean {
    const held = this.#current
    if (held === undefined) return false
    const ledgerMs = this.#ports.ledgerMs()
    return held.isClosedInBooks || held.month.endsAtMs <= ledgerMs || ledgerMs + EARLY_MS < held.month.startsAtMs
  }

  /** Stops charging the current and the prepared grant. Each is closed when its charges have ended. */
  retire(): void {
    this.retireCurrent()
    this.retirePrepared()
  }

  retirePrepared(): void {
    const held = this.prepared.take()
    if (held !== undefined) this.#retire(held)
  }

  /** Retires a grant that is over, and begins the prepared one when its month begins. */
  advance(): void {
    if (this.mustRetire()) this.retireCurrent()
    if (this.prepared.mustRetire() || !this.#mayCharge()) this.retirePrepared()
    if (this.#current !== undefined) {
      // Another request was granted before the node knew of the prepared grant. Beside it, its units cannot be used.
      if (this.#current.month.period === this.prepared.period) this.retirePrepared()
      return
    }
    if (!this.prepared.hasBegun()) return
    // Request a grant in doubt again only if there is no other: beside a prepared one, its units could not be used.
    if (this.#isFreshInDoubt) {
      this.retirePrepared()
      return
    }
    this.#current = this.prepared.take()!
    this.#current.state = 'current'
  }

  /** Requests a grant of the next month, in the background. `advance` decides what becomes of it. */
  async prepare(wanted: number): Promise<void> {
    await this.prepared.ask(this.#current?.month, wanted)
  }

  /** The grant may have been prepared for a request that comes soon. */
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

  /** Finds a retiring grant whose charges have all ended. */
  findSettled(): HeldGrant | undefined {
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
    const { outcome } = (await retryUntilAnswered(timers, () => closes.ask(urgency, request)))!
    this.#closing.delete(held)
    this.#damaged.delete(held)
    if (outcome === 'damaged') return void this.#damaged.set(held, clock.monotonicMs() + DAMAGED_MS)
    if (outcome === 'unsettled') this.#ports.contradiction(held)
    // Another node took its last lines for lost, but they were not.
    if (outcome === 'closed_by_others') await this.acknowledgeHeld(held)
    count('grants_closed')
    held.state = 'gone'
    this.#retiring.delete(held)
    grants.delete(held.id)
    this.#ports.unitsReturned(this.#account)
  }

  /** Closes grants sooner, because a charge waits for that. */
  hurryClosing(): void {
    for (const request of this.#closing.values()) this.#ports.closes.hurry(request)
  }

  /**
   * Finds a grant that another node closed while lines of it seemed lost. They are reported before its last charges
   * have ended, because its month may be closed by then.
   */
  findTakenForLost(): HeldGrant | undefined {
    const all = this.#current === undefined ? [...this.#retiring] : [this.#current, ...this.#retiring]
    return all.find((held) => held.isClosedInBooks && held.inCommit === 0 && held.hasUnreportedLines())
  }

  async acknowledgeHeld(held: HeldGrant): Promise<void> {
    const { books, count } = this.#ports
    for (const { key, requestId } of held.takeUnreportedLines()) {
      await this.#retryInTurn('background', () => books.acknowledgeHeld(key, [requestId]))
      count('held_acknowledged')
    }
  }

  /** Returns all free units, because another node needs them. */
  async returnUnits(): Promise<void> {
    const { books, count, timers } = this.#ports
    // A request whose answer was lost may have been granted.
    const mayHaveMore = this.#current === undefined ? this.#freshId !== undefined : this.#current.free === 0
    if (mayHaveMore) await retryUntilAnswered(timers, () => this.acquire(() => ({ least: 0, wanted: 0 })))
    const held = this.#current
    if (held === undefined || held.free === 0) return
    held.returning += held.free
    const keep = held.size - held.returning
    const outcome = await this.#retryInTurn('awaited', () => books.returnUnits(held.own, keep))
    if (outcome.outcome === 'grant_closed') held.isClosedInBooks = true
    // The account is now in doubt, and its free units are not charged.
    if (outcome.outcome !== 'returned') return
    held.resize(outcome)
    held.returning = 0
    count('units_returned')
  }

  /**
   * Opens a grant or enlarges the current one. Sends one request, or none if `need` returns undefined. After a
   * DatabaseError the same request must be repeated, because the books may have granted it.
   */
  async acquire(need: () => Need | undefined): Promise<AcquireOutcome | undefined> {
    const urgency = 0 < (need()?.least ?? 0) ? 'awaited' : 'background'
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

  /** `held`: the grant to enlarge. It may have been retired meanwhile. */
  #take(held: HeldGrant | undefined, outcome: AcquireOutcome): void {
    if (outcome.outcome === 'granted') {
      const now = held ?? this.#open(outcome.grant, outcome.month)
      if (0 < now.size) this.#ports.count('grants_grown')
      now.resize(outcome.grant)
      // The account may have been stopped while the request was on its way. Then its units are returned and no request
      // uses them.
      if (outcome.isSuspended || !this.#mayCharge()) this.retire()
    }
    if (outcome.outcome === 'grant_closed') {
      if (held === undefined) this.#forgetFresh()
      else held.isClosedInBooks = true
    }
  }

  /** Takes a slot per attempt, so that waiting for the database or for a damaged row delays no other account. */
  #retryInTurn<T>(urgency: Urgency, attempt: () => Promise<T>): Promise<T> {
    const { timers, limit } = this.#ports
    return retryUntilAnswered(timers, () => limit.run(urgency, attempt))
  }

  /** `month` comes from the books: an earlier request may have been granted, and the books know when its month ends. */
  #open({ id, exposure }: GrantRow, month: Month): HeldGrant {
    const { grants, count } = this.#ports
    this.#forgetFresh()
    const held = new HeldGrant({ id, account: this.#account, month, exposure })
    this.#current = held
    grants.set(held.id, held)
    count('grants_opened')
    return held
  }

  /** Called when the outcome of that request is known. */
  #forgetFresh(): void {
    this.#freshId = undefined
    this.#isFreshInDoubt = false
  }
}
