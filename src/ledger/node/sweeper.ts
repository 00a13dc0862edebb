import { DatabaseError, mayBeDamage } from '../../storage/storage.ts'
import type { Books } from '../books/books.ts'
import { DAMAGED } from '../books/damage.ts'
import { LEASE_MS, SETTLING_MS, STEADY_MS } from '../books/limits.ts'
import type { GrantRow, PeriodRow } from '../books/rows.ts'
import { Contact } from './contact.ts'
import type { Count } from './counters.ts'
import type { HeldGrant } from './held-grant.ts'
import type { MonotonicClock, Timers } from './ports.ts'

export interface SweeperPorts {
  readonly books: Books
  readonly clock: MonotonicClock
  readonly timers: Timers
  readonly count: Count
  readonly incarnation: number
  /** Those of this node, until the books know all that it has answered. */
  readonly grants: ReadonlyMap<number, HeldGrant>
  ledgerMs(): number
  /** The monotonic time since which the clock of the books was never in doubt. */
  clockSteadySinceMs(): number
}

const SWEEP_EVERY_MS = 1_000

/** The books may be silent for a third of a lease: nobody's runs out over that alone. */
const SILENCE_MAX_MS = SWEEP_EVERY_MS + LEASE_MS / 3

/**
 * Clears up after nodes that are gone and months that are over, beside the heartbeat, which must not wait for it. Each piece is tried once; the next round
 * finds again what is left. One that cannot be swept keeps nobody else's waiting: it becomes a doubt of its account, which is left alone
 * until the operator has looked.
 */
export class Sweeper {
  readonly #ports: SweeperPorts
  readonly #contact = new Contact(SILENCE_MAX_MS)
  #isStopped = false
  #round = 0
  #cancel: (() => void) | undefined

  constructor(ports: SweeperPorts) {
    this.#ports = ports
  }

  start(): void {
    this.#cancel = this.#ports.timers.after(SWEEP_EVERY_MS, () => void this.#turn())
  }

  stop(): void {
    this.#isStopped = true
    this.#cancel?.()
  }

  async #turn(): Promise<void> {
    try {
      await this.#sweep()
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
    }
    if (!this.#isStopped) this.start()
  }

  async #sweep(): Promise<void> {
    const { books, clock } = this.#ports
    const isInDoubt = clock.monotonicMs() <= this.#ports.clockSteadySinceMs()
    // Whose time is up by a clock that is not believed need not be gone.
    if (isInDoubt) return
    const { nowMs: booksMs, overlong, grants, periods } = await books.findCleanupWork(this.#round++)
    this.#contact.heardTime({ atMs: clock.monotonicMs(), booksMs })
    for (const life of overlong) await books.shortenLease(life)
    for (const grant of grants) {
      if (this.#wasAway()) return
      await this.#try(`grant ${grant.id}`, grant, () => this.#sweepGrant(grant))
    }
    const held = new Set(this.#ports.grants.values().map(({ account, month }) => nameOf(account, month.period)))
    for (const period of periods) {
      if (this.#wasAway()) return
      // Our own desks say first what was answered, and close these.
      if (held.has(nameOf(period.account, period.period))) continue
      await this.#try(`the month ${period.account} ${period.period}`, period, () => this.#endPeriod(period))
    }
  }

  /** A node that slept, or could not reach the books, cannot tell lost nodes from nodes that could not reach them either. These get the time of a lease to extend theirs. */
  #wasAway(): boolean {
    return this.#contact.heard(this.#ports.clock.monotonicMs()) < LEASE_MS
  }

  async #sweepGrant(grant: GrantRow): Promise<void> {
    const { books, count, incarnation } = this.#ports
    // Our own lease can seem to be over when the clock of the books is put forward.
    if (grant.incarnation === incarnation) return
    const lost = await books.settleIfLost(grant)
    if (lost === undefined) return
    count('grants_lost_closed')
    count('units_held', lost.held)
    count('units_clipped', lost.clipped)
  }

  async #endPeriod(period: PeriodRow): Promise<void> {
    const { books, clock, count, incarnation } = this.#ports
    if (clock.monotonicMs() < this.#ports.clockSteadySinceMs() + STEADY_MS) return
    // The books' clock may have leapt since it was last heard, and a month that was ended by mistake would stay so.
    if (this.#ports.ledgerMs() < period.endsAtMs + SETTLING_MS) return
    if ((await books.endPeriod(period, incarnation)) === 'ended') count('periods_ended')
  }

  async #try(name: string, { account }: { account: string }, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      // With a database that is away the whole round ends.
      if (error.reason === 'lost') throw error
      // A commit that failed says nothing of the rows, nor does a database that lets us do nothing.
      if (error.outcome === 'unknown' || !mayBeDamage(error)) return
      this.#ports.count('sweeps_failed')
      const detail = `${name} cannot be closed: ${error.message}`
      await this.#ports.books.raiseDoubt({ account, reason: DAMAGED, detail })
    }
  }
}

function nameOf(account: string, period: string): string {
  return `${period} ${account}`
}
