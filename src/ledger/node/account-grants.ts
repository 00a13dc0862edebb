import { DatabaseFault } from '../../storage/storage.ts'
import type { AcquireOutcome } from '../books/acquire.ts'
import type { Books } from '../books/books.ts'
import { EARLY_MS } from '../books/limits.ts'
import type { GrantRow } from '../books/rows.ts'
import { type Month, monthAt } from '../calendar.ts'
import type { Count } from './counters.ts'
import { HeldGrant } from './held-grant.ts'
import type { MonotonicClock, Timers } from './ports.ts'
import type { Till } from './till.ts'
import type { Turns, Urgency } from './turns.ts'
import { untilKnown } from './until-known.ts'
import type { UnusablePeriods } from './unusable-periods.ts'

export interface GrantPorts {
  readonly books: Books
  readonly clock: MonotonicClock
  readonly timers: Timers
  readonly till: Till
  readonly count: Count
  /** The accounts of a node share its way to the books. */
  readonly turns: Turns
  readonly incarnation: number
  /** `sole`: no other node shares the books. */
  readonly shape: 'sole' | 'shared'
  /** All grants of the node by id: debits name them. */
  readonly grants: Map<number, HeldGrant>
  readonly periods: UnusablePeriods
  ledgerMs(): number
  nextGrantId(): number
  /** The books refuse what by our knowledge they must accept. */
  contradiction(held: HeldGrant): void
}

interface Wish {
  readonly least: number
  readonly wanted: number
}

type Asking = (urgency: Urgency, attempt: () => Promise<AcquireOutcome>) => Promise<AcquireOutcome | undefined>

/** One account at one node. */
export interface GrantPlace {
  readonly account: string
  readonly slot: number
  /** May anything be sold to it, by what its desk has heard until now? */
  maySell(): boolean
}

/** A grant that is no longer sold from is closed after this time, whatever is in flight: longer than any request takes. */
const RETIRED_MAX_MS = 30_000

/** How often it is tried again to close one whose account is damaged: somebody has to put that right first. */
const DAMAGED_MS = 1_000

/** The grants of one account at one node: one that is sold from, and those that wait for their last requests. Only the account's desk calls this, one thing at a time. */
export class AccountGrants {
  readonly #ports: GrantPorts
  readonly #account: string
  readonly #slot: number
  readonly #maySell: () => boolean
  #current: HeldGrant | undefined
  readonly #retiring = new Set<HeldGrant>()
  /** Units in flight in threads that are no more, or a few too many; in which of the grants that may have some, nobody knows. */
  #orphans = 0
  /** Those that could not be closed because something in the books is damaged, and until when they are left alone. */
  readonly #damaged = new Map<HeldGrant, number>()
  #freshId: number | undefined
  openedCount = 0

  constructor(ports: GrantPorts, place: GrantPlace) {
    this.#ports = ports
    this.#account = place.account
    this.#slot = place.slot
    this.#maySell = () => place.maySell()
  }

  get current(): HeldGrant | undefined {
    return this.#current
  }

  /** All of them, for the split of the reserved units. */
  all(): HeldGrant[] {
    return this.#current === undefined ? [...this.#retiring] : [this.#current, ...this.#retiring]
  }

  /** Must the current grant be given up? Its month is over, others have closed it, or the ledger has returned to the month before. */
  mustRetire(): boolean {
    const held = this.#current
    if (held === undefined) return false
    const ledgerMs = this.#ports.ledgerMs()
    return held.isClosedInBooks || held.month.endsAtMs <= ledgerMs || ledgerMs + EARLY_MS < held.month.startsAtMs
  }

  /** Sells no more from the current grant; it is closed when what is in flight has ended. */
  retire(): void {
    const held = this.#current
    if (held === undefined) return
    const { till, count, clock } = this.#ports
    if (held.isClosedInBooks) count('grants_swept')
    else if (0 < held.inFlight(till) && held.month.endsAtMs <= this.#ports.ledgerMs()) count('rollovers_in_flight')
    this.#current = undefined
    held.parked += till.shut(this.#slot)
    held.state = 'retiring'
    held.retiredAtMs = clock.monotonicMs()
    this.#retiring.add(held)
  }

  /** A thread has ended with units in flight. Nobody will say what became of them, so the grants are closed as soon as only they are missing. */
  orphan(units: number): void {
    this.retire()
    for (const held of this.#retiring) held.mayHaveOrphans = true
    this.#orphans += units
  }

  /** A retiring grant of which everything has ended that can end. */
  settled(): HeldGrant | undefined {
    const { till, clock } = this.#ports
    const nowMs = clock.monotonicMs()
    const isPassed = ({ retiredAtMs }: HeldGrant): boolean => retiredAtMs + RETIRED_MAX_MS <= nowMs
    const areOrphans = this.#inFlightWithOrphans() <= this.#orphans
    for (const held of this.#retiring) {
      if (held.inCommit !== 0 || nowMs < (this.#damaged.get(held) ?? nowMs)) continue
      if (held.inFlight(till) === 0 || (held.mayHaveOrphans && areOrphans) || isPassed(held)) return held
    }
    return undefined
  }

  /** Requests of threads that live are among it, perhaps of the month before: none is cut off before all that is missing are orphans. */
  #inFlightWithOrphans(): number {
    let units = 0
    for (const held of this.#retiring) if (held.mayHaveOrphans) units += held.inFlight(this.#ports.till)
    return units
  }

  async close(held: HeldGrant): Promise<void> {
    const { books, clock, count, grants } = this.#ports
    const { acked } = held
    const { outcome } = await this.#known('at_leisure', () => books.closeGrant(held.own, acked))
    // A debit came in meanwhile. It is refused or written first.
    if (held.inCommit !== 0 || held.acked !== acked) return
    this.#damaged.delete(held)
    if (outcome === 'damaged') return void this.#damaged.set(held, clock.monotonicMs() + DAMAGED_MS)
    if (outcome === 'unsettled') this.#ports.contradiction(held)
    // Others took its last lines for lost: they were not.
    if (outcome === 'closed_by_others') await this.acknowledgeHeld(held)
    count('grants_closed')
    if (held.mayHaveOrphans) this.#orphans -= Math.min(this.#orphans, held.inFlight(this.#ports.till))
    held.state = 'gone'
    this.#retiring.delete(held)
    if (![...this.#retiring].some(({ mayHaveOrphans }) => mayHaveOrphans)) this.#orphans = 0
    grants.delete(held.id)
  }

  /** A grant that others have closed, with lines that they took for lost: said before its last requests have ended, because its month may be closed by then. */
  takenForLost(): HeldGrant | undefined {
    return this.all().find((held) => held.isClosedInBooks && held.inCommit === 0 && held.hasNewsOfLost())
  }

  async acknowledgeHeld(held: HeldGrant): Promise<void> {
    const { books, count } = this.#ports
    for (const { key, requestId } of held.takeNewsOfLost()) {
      await this.#known('at_leisure', () => books.acknowledgeHeld(key, [requestId]))
      count('held_acknowledged')
    }
  }

  /** Another node needs units: all that is free here goes back. */
  async giveBack(): Promise<void> {
    const { till, books, count } = this.#ports
    // It may be a wish of ours that was granted after all, later than it was answered, and nobody has told us.
    const mayHaveMore = this.#current === undefined ? this.#freshId !== undefined : till.free(this.#slot) === 0
    if (mayHaveMore) await this.acquire({ least: 0, wanted: 0 })
    const held = this.#current
    if (held === undefined) return
    const parked = till.empty(this.#slot)
    if (parked === 0) return
    held.parked += parked
    const keep = held.size - held.parked
    const outcome = await this.#known('awaited', () => books.returnUnits(held.own, keep))
    if (outcome.outcome === 'grant_closed') held.isClosedInBooks = true
    // The account is in doubt from now on; what is free stays parked.
    if (outcome.outcome !== 'returned') return
    held.parked -= held.size - outcome.size
    held.resize(outcome)
    count('units_returned')
    this.#unpark(held)
  }

  /** Opens a grant, or makes the current one larger. */
  async acquire(wish: Wish): Promise<AcquireOutcome> {
    return (await this.#acquire(wish, (urgency, attempt) => this.#known(urgency, attempt)))!
  }

  /** Undefined: the books have not answered. They may have done it, so it has to be asked again. */
  tryToAcquire(wish: Wish): Promise<AcquireOutcome | undefined> {
    return this.#acquire(wish, async (urgency, attempt) => {
      try {
        return await this.#ports.turns.take(urgency, attempt)
      } catch (error) {
        if (!(error instanceof DatabaseFault)) throw error
        return undefined
      }
    })
  }

  async #acquire({ least, wanted }: Wish, asking: Asking): Promise<AcquireOutcome | undefined> {
    const { books, incarnation, shape, ledgerMs } = this.#ports
    const held = this.#current
    this.#freshId ??= this.#ports.nextGrantId()
    const ask = {
      ...{ grant: held?.id ?? this.#freshId, version: held?.version ?? 0, account: this.#account },
      ...{ month: held?.month ?? monthAt(ledgerMs()), incarnation, acked: held?.acked ?? 0, least, wanted, shape },
    }
    const outcome = await asking(0 < least ? 'awaited' : 'at_leisure', () => books.acquire(ask))
    if (outcome !== undefined) this.#ports.periods.note(ask.month.period, outcome)
    if (outcome?.outcome === 'granted') {
      const now = held ?? this.#open(outcome.grant, outcome.month)
      this.#grow(now, outcome.grant)
      // Its desk may have heard while the books were asked that nothing may be sold: then no thread sees these units, not even for a moment.
      if (outcome.isSuspended || !this.#maySell()) this.retire()
      else this.#unpark(now)
      // A quarter of what there is now: time enough to fetch more before it is gone.
      this.#ports.till.setLowWater(this.#slot, Math.ceil(this.#ports.till.free(this.#slot) / 4))
    }
    if (outcome?.outcome === 'grant_closed') {
      if (held === undefined) this.#freshId = undefined
      else held.isClosedInBooks = true
    }
    return outcome
  }

  /** Each attempt has its turn: who waits for a database that is away, or for a row that is damaged, holds up nobody. */
  #known<T>(urgency: Urgency, attempt: () => Promise<T>): Promise<T> {
    const { timers, turns } = this.#ports
    return untilKnown(timers, () => turns.take(urgency, attempt))
  }

  /** `month`: not the one that was asked for last. It may be an earlier wish that was granted, and when it ends is written in the books. */
  #open(grant: GrantRow, month: Month): HeldGrant {
    const { till, grants, count } = this.#ports
    this.#freshId = undefined
    this.openedCount++
    const held = new HeldGrant({
      id: grant.id,
      account: this.#account,
      month,
      slot: this.#slot,
      exposure: grant.exposure,
    })
    till.load(this.#slot, { grant: grant.id, period: periodNumber(month), endsAtMs: month.endsAtMs })
    this.#current = held
    grants.set(held.id, held)
    count('grants_opened')
    return held
  }

  #grow(held: HeldGrant, grant: GrantRow): void {
    held.parked += grant.size - held.size
    if (0 < held.size) this.#ports.count('grants_grown')
    held.resize(grant)
  }

  #unpark(held: HeldGrant): void {
    if (held.state !== 'current') return
    this.#ports.till.add(this.#slot, held.parked)
    held.parked = 0
  }
}

/** `2026-11` → 202611 */
function periodNumber({ period }: Month): number {
  return Number(period.replace('-', ''))
}
