import type { AcquireOutcome } from '../books/acquire.ts'
import { AccountGrants, type GrantPorts } from './account-grants.ts'
import type { HeldGrant } from './held-grant.ts'
import type { Refusal } from './messages.ts'
import { BUSY, monthlyLimit, SUSPENDED, UNAVAILABLE, UNKNOWN_ACCOUNT, UNTRUSTED } from './refusals.ts'
import { type Waiter, WaitingLine } from './waiting-line.ts'

export interface DeskPorts extends GrantPorts {
  /** A later life of this node has begun. */
  fenced(): void
  /** There is no such account: nobody needs its desk. */
  unknown(desk: Desk): void
}

type Short = Extract<AcquireOutcome, { outcome: 'short' }>

/** One account at one node: keeps its slot in the till filled, and changes one thing at a time. */
export class Desk {
  readonly account: string
  readonly slot: number
  readonly grants: AccountGrants
  readonly #ports: DeskPorts
  readonly #line = new WaitingLine()
  #refills: (() => void)[] = []
  #state: 'idle' | 'busy' = 'idle'
  #cancelPoll: (() => void) | undefined
  readonly #demand = new Demand()
  #isLow = false
  #isRecalled = false
  /** The books had nothing for us: not asked again before this time, unless somebody waits. */
  #emptyUntilMs = Number.NEGATIVE_INFINITY
  /** Why nothing is sold for now, and until when that is believed without asking. */
  #closed: { readonly refusal: Refusal; readonly untilMs: number } | undefined
  #isDistrusted = false

  constructor(ports: DeskPorts, place: { account: string; slot: number }) {
    this.#ports = ports
    const maySell = (): boolean => this.#closed === undefined && !this.#isDistrusted
    this.grants = new AccountGrants(ports, { ...place, maySell })
    this.account = place.account
    this.slot = place.slot
  }

  /** Has it ever had units, so that tellers know its slot? */
  get wasOpened(): boolean {
    return this.grants.openedCount !== 0
  }

  /** Something moved: see whether there is anything to do. */
  poke(): void {
    if (this.#state === 'busy') return
    this.#state = 'busy'
    void this.#work()
  }

  ask(waiter: Waiter): void {
    this.#line.add(waiter)
    // The books may not answer for a long time; who waits is told so.
    this.#ports.timers.after(UNAVAILABLE_MS, () => this.#line.refuse(UNAVAILABLE, (one) => one === waiter))
    this.poke()
  }

  low(): void {
    this.#isLow = true
    this.poke()
  }

  /** Calls back when more has been put into the slot, or is not to be had. */
  refill(done: () => void): void {
    if (this.#nowMs() < this.#emptyUntilMs || 0 < this.#ports.till.free(this.slot)) {
      done()
      return
    }
    this.#refills.push(done)
    this.#ports.timers.after(REFILL_MAX_MS, done)
    this.low()
  }

  recall(): void {
    this.#isRecalled = true
    this.poke()
  }

  suspend(): void {
    this.#closed = { refusal: SUSPENDED, untilMs: this.#nowMs() + CLOSED_MS }
    this.grants.retire()
    this.poke()
  }

  /** Nothing is sold here any more. */
  shut(): void {
    this.#closed = { refusal: UNAVAILABLE, untilMs: Number.POSITIVE_INFINITY }
    this.grants.retire()
    this.poke()
  }

  /** Nothing is sold to the account until its books are trusted again. */
  distrust(state: 'distrusted' | 'trusted'): void {
    this.#isDistrusted = state === 'distrusted'
    if (this.#isDistrusted) this.grants.retire()
    this.poke()
  }

  tellerLost(units: number): void {
    this.grants.orphan(units)
    this.poke()
  }

  /** At every heartbeat: the end of a month, and a grant that nobody uses. */
  tick(): void {
    const held = this.grants.current
    const isIdle = held !== undefined && this.#demand.isIdle(held, this.#nowMs())
    if (isIdle && this.#ports.shape === 'shared' && held.inFlight(this.#ports.till) === 0) this.grants.retire()
    this.poke()
  }

  async #work(): Promise<void> {
    this.#cancelPoll?.()
    this.#cancelPoll = undefined
    while ((await this.#step()) === 'again');
    this.#state = 'idle'
    for (const done of this.#refills.splice(0)) done()
    if (0 < this.#line.length) this.#cancelPoll = this.#ports.timers.after(POLL_MS, () => this.poke())
  }

  /** Does the next thing there is to do. */
  async #step(): Promise<'again' | 'nothing'> {
    if (this.grants.mustRetire()) this.grants.retire()
    const lost = this.grants.takenForLost()
    if (lost !== undefined) {
      await this.grants.acknowledgeHeld(lost)
      return 'again'
    }
    const settled = this.grants.settled()
    if (settled !== undefined && !this.#isInTheWay(settled)) {
      await this.grants.close(settled)
      return 'again'
    }
    if (this.#isRecalled) {
      this.#isRecalled = false
      await this.grants.giveBack()
      return 'again'
    }
    this.#serve()
    this.#refuseClosed()
    const askedAtMs = this.#nowMs()
    if (0 < this.#line.length) {
      const outcome = await this.#acquireForLine(settled === undefined ? 'until_known' : 'once')
      // What was asked may have been done all the same: it is asked again. But a grant of a month that is over waits for no other.
      if (outcome === undefined) this.#isLow = true
      const next = outcome === undefined ? 'again' : this.#afterAsking(outcome, askedAtMs)
      if (settled !== undefined && (outcome === undefined || next === 'nothing')) await this.grants.close(settled)
      return next
    }
    if (settled !== undefined) return 'again'
    if (!this.#isLow) return 'nothing'
    this.#isLow = false
    const outcome = await this.grants.acquire({ least: 0, wanted: this.#demand.chunk })
    return this.#afterAsking(outcome, askedAtMs)
  }

  /** At the end of a month all accounts at once need new grants: what is left of the old ones helps nobody who waits. */
  #isInTheWay({ month }: HeldGrant): boolean {
    return 0 < this.#line.length && month.endsAtMs <= this.#ports.ledgerMs()
  }

  #serve(): void {
    const { till } = this.#ports
    if (this.grants.current === undefined) return
    this.#line.serve((units) => till.take(this.slot, units, this.#ports.ledgerMs()))
  }

  #refuseClosed(): void {
    if (this.#closed !== undefined && this.#closed.untilMs <= this.#nowMs()) this.#closed = undefined
    const refusal = this.#isDistrusted ? UNTRUSTED : this.#closed?.refusal
    if (refusal !== undefined) this.#line.refuse(refusal, () => true)
  }

  #acquireForLine(patience: 'until_known' | 'once'): Promise<AcquireOutcome | undefined> {
    const free = this.grants.current === undefined ? 0 : this.#ports.till.free(this.slot)
    const { least, all } = this.#line.need()
    const wish = { least: Math.max(1, least - free), wanted: Math.max(all - free, this.#demand.chunk) }
    return patience === 'once' ? this.grants.tryToAcquire(wish) : this.grants.acquire(wish)
  }

  #afterAsking(outcome: AcquireOutcome, askedAtMs: number): 'again' | 'nothing' {
    const nowMs = this.#nowMs()
    switch (outcome.outcome) {
      case 'granted':
        this.#demand.granted(nowMs)
        if (outcome.unallocated === 0) this.#emptyUntilMs = nowMs + EMPTY_MS
        if (outcome.isSuspended) this.#closed = { refusal: SUSPENDED, untilMs: nowMs + CLOSED_MS }
        return 'again'
      case 'short':
        this.#emptyUntilMs = nowMs + EMPTY_MS
        this.#refuseShort(outcome, askedAtMs)
        return 'nothing'
      case 'unknown_account':
      case 'suspended':
        this.#closed = {
          refusal: outcome.outcome === 'suspended' ? SUSPENDED : UNKNOWN_ACCOUNT,
          untilMs: nowMs + CLOSED_MS,
        }
        this.grants.retire()
        if (outcome.outcome === 'unknown_account') this.#ports.unknown(this)
        return 'again'
      case 'grant_closed':
        return 'again'
      case 'damaged':
        // It is a doubt in the books by now; the next heartbeat hears so.
        this.#closed = { refusal: UNTRUSTED, untilMs: nowMs + CLOSED_MS }
        this.grants.retire()
        return 'again'
      case 'fenced':
        this.#ports.fenced()
        this.#line.refuse(UNTRUSTED, () => true)
        return 'nothing'
      case 'period_over':
      case 'not_yet':
        // The month turns at this moment, and the two clocks do not agree on it yet.
        return 'nothing'
    }
  }

  /** More than is unsold will not be had in this month. The rest waits a little for other nodes to give back what they do not use. */
  #refuseShort({ month, unsold, elsewhere }: Short, askedAtMs: number): void {
    const { count } = this.#ports
    const nowMs = this.#nowMs()
    const ledgerMs = this.#ports.ledgerMs()
    count(
      'refused_monthly',
      // Not who came later: the answer is older than his question.
      this.#line.refuse(monthlyLimit(month, ledgerMs), ({ units, sinceMs }) => unsold < units && sinceMs <= askedAtMs),
    )
    if (0 < elsewhere) count('recall_waits', this.#line.length)
    count(
      'refused_busy',
      this.#line.refuse(BUSY, ({ sinceMs }) => sinceMs + WAIT_MS <= nowMs),
    )
  }

  #nowMs(): number {
    return this.#ports.clock.monotonicMs()
  }
}

/** How much a grant should hold: what the account used in about a second, found by doubling. */
class Demand {
  chunk = CHUNK_MIN
  #grantedAtMs = Number.NEGATIVE_INFINITY
  #movedUnits = 0
  #movedAtMs = Number.NEGATIVE_INFINITY

  granted(nowMs: number): void {
    if (nowMs < this.#grantedAtMs + BRISK_MS) this.chunk = Math.min(CHUNK_MAX, this.chunk * 2)
    if (this.#grantedAtMs + SLOW_MS < nowMs) this.chunk = Math.max(CHUNK_MIN, Math.floor(this.chunk / 2))
    this.#grantedAtMs = nowMs
  }

  isIdle({ spent }: HeldGrant, nowMs: number): boolean {
    if (spent !== this.#movedUnits || this.#movedAtMs === Number.NEGATIVE_INFINITY) this.#movedAtMs = nowMs
    this.#movedUnits = spent
    return this.#movedAtMs + IDLE_MS < nowMs
  }
}

/** Ten requests for a company, or a hundred keystrokes: what an account gets at first. */
const CHUNK_MIN = 100
/** What the busiest account uses in a second. */
const CHUNK_MAX = 2 ** 16
const BRISK_MS = 1_000
const SLOW_MS = 10_000
/** An unused grant goes back after this time, so that other nodes need not call for it. */
const IDLE_MS = 30_000

/** How often it is seen whether units have come back, while somebody waits for them. */
const POLL_MS = 50
/** How long a request waits for units that other nodes have. */
const WAIT_MS = 1_000
/** How long a request waits for a database that does not answer. */
const UNAVAILABLE_MS = 2_000
const REFILL_MAX_MS = 250
const EMPTY_MS = 250
/** How long a refusal is repeated without asking the books. */
const CLOSED_MS = 250
