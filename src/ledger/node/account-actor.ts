import { DatabaseError } from '../../storage/storage.ts'
import type { AcquireOutcome } from '../books/acquire.ts'
import { PREPARE_MS } from '../books/limits.ts'
import { type Month, monthAt } from '../calendar.ts'
import { AccountGrants, type GrantPorts, type Need } from './account-grants.ts'
import { Demand } from './demand.ts'
import type { HeldGrant } from './held-grant.ts'
import type { KnownRefusal, Refusal } from './messages.ts'
import type { PendingCharge } from './pending-charge.ts'
import { BUSY, monthlyLimit, SUSPENDED, UNAVAILABLE, UNKNOWN_ACCOUNT, UNTRUSTED } from './refusals.ts'
import { backoffMs, pause } from './retry-until-answered.ts'
import { WaitingCharges } from './waiting-charges.ts'

export interface AccountActorPorts extends GrantPorts {
  /** Requests the number of the subject from the books, and pokes the actor when it is known. */
  findSubject(charge: PendingCharge): void
  /** Adds the charge to the next batch. */
  admitted(charge: PendingCharge): void
  /** Called when the books have no such account, so its actor is not needed. */
  unknown(actor: AccountActor): void
}

type ShortOutcome = Extract<AcquireOutcome, { outcome: 'short' }>

/** Admits the charges of one account at one node against its grant. It does one thing at a time. */
export class AccountActor {
  readonly account: string
  readonly grants: AccountGrants
  readonly #ports: AccountActorPorts
  readonly #waiting = new WaitingCharges()
  #refills: (() => void)[] = []
  #state: 'idle' | 'busy' = 'idle'
  /** Something has changed since the last look. */
  #isPoked = false
  #cancelPoll: (() => void) | undefined
  readonly #demand = new Demand()
  /** Below this number of free units it acquires more. */
  #lowWater = 0
  /** More units are needed, though no charge waits for them. */
  #isLow = false
  #isRecalled = false
  /** Set while a grant is being closed; nothing is acquired meanwhile. */
  #isClosingGrant = false
  /** The books had no units. They are not asked again before this time, unless a charge waits. */
  #emptyUntilMs = Number.NEGATIVE_INFINITY
  /** Why the account is not charged now, and until when this holds without asking the books. */
  #closed: { readonly refusal: Refusal; readonly untilMs: number } | undefined
  /** Counts the changes after which an earlier refusal no longer holds. */
  #changes = 0
  #isDistrusted = false
  #chargedAtMs = Number.NEGATIVE_INFINITY
  /**
   * When the grant of the next month is prepared, in ms before the month ends. It differs per account to spread the
   * load.
   */
  readonly #prepareBeforeMs: number

  constructor(ports: AccountActorPorts, account: string) {
    this.#ports = ports
    const mayCharge = (): boolean => this.#closed === undefined && !this.#isDistrusted
    this.grants = new AccountGrants(ports, account, mayCharge)
    this.account = account
    this.#prepareBeforeMs = PREPARE_MS * (1 - fractionOf(account) * SPREAD)
  }

  get availableUnits(): number {
    return this.grants.free
  }

  /** The month of the current grant. */
  get month(): Month | undefined {
    return this.grants.mustRetire() ? undefined : this.grants.current?.month
  }

  /** Whether the books may have more units. */
  get mayRefill(): boolean {
    return this.#emptyUntilMs <= this.#nowMs()
  }

  /** Something changed: looks whether there is work. */
  poke(): void {
    this.#isPoked = true
    if (this.#state === 'busy') return
    this.#state = 'busy'
    void this.#work()
  }

  /** Admits the charge when there are units. A charge can come twice, if its batch was certainly not written. */
  charge(charge: PendingCharge): void {
    const refusal = this.#refusal()
    if (refusal !== undefined) charge.refuse(refusal, this.#knownFor(refusal))
    else if (!this.#admit(charge)) {
      this.#waiting.add(charge)
      if (this.#isClosingGrant) this.grants.hurryClosing()
      this.poke()
    }
  }

  /** Calls back when there are free units, or when no more can be acquired. */
  refill(done: () => void): void {
    this.#refills.push(done)
    this.#isLow = true
    this.poke()
  }

  /** Returns free units of this month, because another node needs them. */
  recall(period: string): void {
    if (this.grants.prepared.period === period) this.grants.retirePrepared()
    else if ((this.grants.current?.month.period ?? period) === period) this.#isRecalled = true
    this.poke()
  }

  /** Units are available again. An answer that is still on its way is older than that. */
  forgetShortage(): void {
    this.#changes++
    this.#emptyUntilMs = Number.NEGATIVE_INFINITY
  }

  /** The operator has changed the account, so an earlier refusal no longer holds. */
  allowanceChanged(): void {
    this.forgetShortage()
    if (this.#closed?.refusal !== UNAVAILABLE) this.#closed = undefined
    this.poke()
  }

  suspend(): void {
    this.#close(SUSPENDED)
    this.poke()
  }

  /** Ends the charging of this account. */
  shut(): void {
    this.#closed = { refusal: UNAVAILABLE, untilMs: Number.POSITIVE_INFINITY }
    this.grants.retire()
    this.poke()
  }

  /** Stops or resumes charging as the account becomes distrusted or trusted. */
  distrust(state: 'distrusted' | 'trusted'): void {
    this.#isDistrusted = state === 'distrusted'
    if (this.#isDistrusted) this.grants.retire()
    this.poke()
  }

  /** Called at every heartbeat: prepares the next month and returns an idle grant. */
  tick(): void {
    const held = this.grants.current
    const isIdle = held !== undefined && this.#demand.isIdle(held, this.#nowMs())
    const mayReturn = this.#ports.shape === 'shared' && held?.isSettled && !this.grants.isJustBegun(held)
    if (isIdle && mayReturn) this.grants.retireCurrent()
    if (this.#mayPrepare() || this.grants.prepared.mustAsk)
      void this.grants.prepare(this.#demand.chunk).then(() => this.poke())
    this.poke()
  }

  /** An account that was charged in the last day will probably be charged in the next one. */
  #mayPrepare(): boolean {
    const { ledgerMs } = this.#ports
    if (this.#nowMs() - ACTIVE_MS > this.#chargedAtMs || this.#refusal() !== undefined) return false
    const endsAtMs = this.grants.current?.month.endsAtMs ?? monthAt(ledgerMs()).endsAtMs
    return this.grants.prepared.mayAsk && endsAtMs - this.#prepareBeforeMs <= ledgerMs()
  }

  async #work(): Promise<void> {
    this.#cancelPoll?.()
    this.#cancelPoll = undefined
    for (let faults = 0; this.#isPoked; ) {
      this.#isPoked = false
      const step = await this.#step()
      if (step === 'nothing') continue
      this.#isPoked = true
      // The books did not answer. Clients withdraw charges that wait too long.
      if (step === 'fault') await pause(this.#ports.timers, backoffMs(faults++))
      else faults = 0
    }
    this.#state = 'idle'
    for (const done of this.#refills.splice(0)) done()
    if (0 < this.#waiting.length) this.#cancelPoll = this.#ports.timers.after(POLL_MS, () => this.poke())
  }

  /** Does one piece of work. */
  async #step(): Promise<'again' | 'nothing' | 'fault'> {
    this.grants.advance()
    const lost = this.grants.findTakenForLost()
    if (lost !== undefined) {
      await this.grants.acknowledgeHeld(lost)
      return 'again'
    }
    this.#admitWaiting()
    const settled = this.grants.findSettled()
    if (settled !== undefined) {
      // At the end of a month all accounts need new grants at once. The rest of an old grant helps no waiting charge.
      if (settled.month.endsAtMs <= this.#ports.ledgerMs())
        void this.grants.close(settled, 'background').then(() => this.poke())
      else await this.#closeBeforeAcquiring(settled)
      return 'again'
    }
    if (this.#isRecalled) {
      this.#isRecalled = false
      await this.grants.returnUnits()
      return 'again'
    }
    return await this.#acquire()
  }

  async #closeBeforeAcquiring(settled: HeldGrant): Promise<void> {
    this.#isClosingGrant = true
    await this.grants.close(settled, this.#waiting.length === 0 ? 'background' : 'awaited')
    this.#isClosingGrant = false
  }

  #admit(charge: PendingCharge): boolean {
    const held = this.grants.current
    if (held === undefined || held.free < charge.units || this.grants.mustRetire()) return false
    // Only for an account that has units: the books number no subjects of unknown accounts.
    if (charge.subject === 0) {
      this.#ports.findSubject(charge)
      return false
    }
    charge.admit(held)
    this.#chargedAtMs = this.#nowMs()
    this.#ports.admitted(charge)
    if (held.free < this.#lowWater) {
      this.#lowWater = 0
      this.#isLow = true
      this.poke()
    }
    return true
  }

  #admitWaiting(): void {
    const withdrawn = this.#waiting.take((charge) => charge.isWithdrawn)
    this.#ports.count('withdrawn', withdrawn.length)
    for (const charge of withdrawn) charge.release()
    const refusal = this.#refusal()
    if (refusal !== undefined) this.#refuse(refusal, () => true, this.#knownFor(refusal))
    else this.#waiting.take((charge) => this.#admit(charge))
  }

  /**
   * Undefined if no charge waits for units and nothing is low. It is computed again when the request is sent, because
   * callers may have left by then.
   */
  #need(): Need | undefined {
    this.#admitWaiting()
    const { least, all } = this.#waiting.need()
    const { free } = this.grants
    if (free < all) return { least: Math.max(1, least - free), wanted: Math.max(all - free, this.#demand.chunk) }
    return this.#isLow ? { least: 0, wanted: this.#demand.chunk } : undefined
  }

  async #acquire(): Promise<'again' | 'nothing' | 'fault'> {
    if (this.#need() === undefined) return 'nothing'
    const requestedAtMs = this.#nowMs()
    const changes = this.#changes
    try {
      const outcome = await this.grants.acquire(() => this.#need())
      this.#isLow = false
      if (outcome === undefined) return 'again'
      const isOld = changes !== this.#changes && (outcome.outcome === 'short' || outcome.outcome === 'suspended')
      return isOld ? 'again' : this.#applyOutcome(outcome, requestedAtMs)
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      // The books may have granted it, so they are asked again even if no charge waits.
      this.#isLow = true
      if (error.reason === 'damaged') {
        // A doubt about this account could not be written either.
        this.#ports.damaged(error.message)
        this.#close(UNTRUSTED)
      }
      return 'fault'
    }
  }

  #applyOutcome(outcome: AcquireOutcome, requestedAtMs: number): 'again' | 'nothing' {
    const nowMs = this.#nowMs()
    switch (outcome.outcome) {
      case 'granted':
        this.#demand.granted(nowMs)
        // A quarter of the free units leaves enough time to acquire more.
        this.#lowWater = Math.ceil(this.grants.free / 4)
        if (outcome.unallocated === 0) this.#emptyUntilMs = nowMs + EMPTY_MS
        if (outcome.isSuspended) this.#close(SUSPENDED)
        return 'again'
      case 'short':
        this.#emptyUntilMs = nowMs + EMPTY_MS
        this.#refuseShort(outcome, requestedAtMs)
        return 'nothing'
      case 'unknown_account':
        this.#close(UNKNOWN_ACCOUNT)
        this.#ports.unknown(this)
        return 'again'
      case 'suspended':
        this.#close(SUSPENDED)
        return 'again'
      case 'grant_closed':
        return 'again'
      case 'damaged':
        // The books have a doubt by now, which the next heartbeat reads.
        this.#close(UNTRUSTED)
        return 'again'
      case 'fenced':
        this.#ports.fenced()
        this.#refuse(UNTRUSTED, () => true)
        return 'nothing'
      case 'period_over':
      case 'not_yet':
        // The month changes at this moment, and the two clocks do not agree on it yet.
        return 'nothing'
    }
  }

  /**
   * Refuses charges of more units than the month has left. The others wait briefly for units that other nodes return.
   */
  #refuseShort({ month, unsold, elsewhere }: ShortOutcome, requestedAtMs: number): void {
    const { count, ledgerMs } = this.#ports
    const nowMs = this.#nowMs()
    const leftMs = month.endsAtMs - ledgerMs()
    const known = { account: this.account, atLeastUnits: unsold + 1, forMs: Math.min(KNOWN_MS, leftMs) }
    // A charge that came later is not refused: the answer is older than it.
    const isBeyond = ({ units, sinceMs }: PendingCharge): boolean => unsold < units && sinceMs <= requestedAtMs
    count('refused_monthly', this.#refuse(monthlyLimit(month, ledgerMs()), isBeyond, known))
    if (0 < elsewhere) count('recall_waits', this.#waiting.length)
    const hasWaited = ({ sinceMs }: PendingCharge): boolean => sinceMs + WAIT_MS <= nowMs
    count('refused_busy', this.#refuse(BUSY, hasWaited))
  }

  #refuse(refusal: Refusal, which: (charge: PendingCharge) => boolean, known?: KnownRefusal): number {
    const refused = this.#waiting.take(which)
    for (const charge of refused) charge.refuse(refusal, known)
    return refused.length
  }

  #refusal(): Refusal | undefined {
    if (this.#closed !== undefined && this.#closed.untilMs <= this.#nowMs()) this.#closed = undefined
    const isDamaged = 0 < (this.grants.current?.voidsDue ?? 0)
    return this.#isDistrusted || isDamaged ? UNTRUSTED : this.#closed?.refusal
  }

  #knownFor({ reason }: Refusal): KnownRefusal | undefined {
    const isOfAccount = reason === 'suspended' || reason === 'untrusted'
    return isOfAccount ? { account: this.account, atLeastUnits: 1, forMs: KNOWN_MS } : undefined
  }

  #close(refusal: Refusal): void {
    // An actor that was shut stays shut.
    if (this.#closed?.refusal !== UNAVAILABLE) this.#closed = { refusal, untilMs: this.#nowMs() + CLOSED_MS }
    this.grants.retire()
  }

  #nowMs(): number {
    return this.#ports.clock.monotonicMs()
  }
}

/** Accounts that were charged within this time have a grant prepared for the next month. */
const ACTIVE_MS = 86_400_000
/** The last part of the hour is for accounts that are charged late. */
const SPREAD = 0.8

/** Maps an account to a fixed number from 0 to 1. */
function fractionOf(account: string): number {
  let hash = 0
  for (let i = 0; i < account.length; i++) hash = (Math.imul(hash, 31) + account.charCodeAt(i)) >>> 0
  return (Math.imul(hash, 0x9e3779b1) >>> 0) / 2 ** 32
}

/** How often waiting charges are checked for returned units and for callers that have left. */
const POLL_MS = 50
/** How long a charge waits for units that other nodes hold. */
const WAIT_MS = 1_000
const EMPTY_MS = 250
/** How long a refusal is repeated without asking the books. */
const CLOSED_MS = 250
/** How long a client repeats a refusal without asking the node. */
const KNOWN_MS = 250
