import { DatabaseError, mayBeDamage } from '../../storage/storage.ts'
import { DAMAGED } from '../books/damage.ts'
import { LEASE_MS } from '../books/limits.ts'
import type { GrantRow, PeriodRow } from '../books/rows.ts'
import { Contact } from './contact.ts'
import type { NodeParts } from './node-parts.ts'

interface LostNodeCleanupPorts extends NodeParts {
  isClockInDoubt(): boolean
}

const CLEANUP_EVERY_MS = 1_000

/** The books may be silent for a third of a lease: no lease ends over that alone. */
const SILENCE_MAX_MS = CLEANUP_EVERY_MS + LEASE_MS / 3

/**
 * Closes the grants of lost nodes and the months that are over, beside the heartbeat, which must not wait for it. Each
 * piece is tried once; the next round finds what is left. A piece that fails delays no other: it becomes a doubt of its
 * account, which is left alone until the operator has resolved it.
 */
export class LostNodeCleanup {
  readonly #ports: LostNodeCleanupPorts
  readonly #contact = new Contact(SILENCE_MAX_MS)
  #isStopped = false
  #round = 0
  #cancel: (() => void) | undefined

  constructor(ports: LostNodeCleanupPorts) {
    this.#ports = ports
  }

  start(): void {
    this.#cancel = this.#ports.timers.after(CLEANUP_EVERY_MS, () => void this.#run())
  }

  stop(): void {
    this.#isStopped = true
    this.#cancel?.()
  }

  async #run(): Promise<void> {
    try {
      await this.#sweep()
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
    }
    if (!this.#isStopped) this.start()
  }

  async #sweep(): Promise<void> {
    const { books, clock } = this.#ports
    // By a clock in doubt a node may seem lost that is not.
    if (this.#ports.isClockInDoubt()) return
    const { nowMs: booksMs, overlong, grants, periods } = await books.findCleanupWork(this.#round++)
    this.#contact.noteAnswerWithClock({ atMs: clock.monotonicMs(), booksMs })
    for (const lease of overlong) await books.shortenLease(lease)
    for (const grant of grants) {
      if (this.#wasAwayWithinLease()) return
      await this.#try(`grant ${grant.id}`, grant, () => this.#settleIfLost(grant))
    }
    const held = new Set(this.#ports.grants.values().map(({ account, month }) => periodKey(account, month.period)))
    for (const period of periods) {
      if (this.#wasAwayWithinLease()) return
      // The account actors of this node first report what was answered, and then close these.
      if (held.has(periodKey(period.account, period.period))) continue
      await this.#try(`the month ${period.account} ${period.period}`, period, () => this.#endPeriod(period))
    }
  }

  /**
   * A node that slept, or could not reach the books, cannot tell lost nodes from nodes that could not reach them
   * either. It gives them the time of a lease to renew theirs.
   */
  #wasAwayWithinLease(): boolean {
    return this.#contact.noteAnswer(this.#ports.clock.monotonicMs()) < LEASE_MS
  }

  async #settleIfLost(grant: GrantRow): Promise<void> {
    const { books, count, incarnation } = this.#ports
    // This node's own lease can seem to be over when the clock of the books is put forward.
    if (grant.incarnation === incarnation) return
    const lost = await books.settleIfLost(grant)
    if (lost === undefined) return
    count('grants_lost_closed')
    count('units_held', lost.held)
    count('units_clipped', lost.clipped)
  }

  async #endPeriod(period: PeriodRow): Promise<void> {
    const { books, count, incarnation } = this.#ports
    if ((await books.endPeriod(period, incarnation)) === 'ended') count('periods_ended')
  }

  async #try(name: string, { account }: { account: string }, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      // If the database is away, the whole round ends.
      if (error.reason === 'lost') throw error
      // A failed commit says nothing about the rows, nor does a database without permission.
      if (error.outcome === 'unknown' || !mayBeDamage(error)) return
      this.#ports.count('sweeps_failed')
      const detail = `${name} cannot be closed: ${error.message}`
      await this.#ports.books.raiseDoubt({ account, reason: DAMAGED, detail })
    }
  }
}

function periodKey(account: string, period: string): string {
  return `${period} ${account}`
}
