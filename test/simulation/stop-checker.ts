import type { DoubtRow } from '../../src/ledger/books/rows.ts'
import type { DatabaseError } from '../../src/storage/storage.ts'
import type { Request } from './history.ts'
import type { RowChange } from './observed-store.ts'
import { ensure } from './violation.ts'

/** The suspensions and doubts in force, each with a number of its own. */
interface Stops {
  readonly suspended: ReadonlyMap<string, number>
  /** The account, or null for all. */
  readonly doubts: ReadonlyMap<number, string | null>
}

const NOTHING: Stops = { suspended: new Map(), doubts: new Map() }

/**
 * The suspensions and doubts that one process knows from its heartbeats, and whether its disk failed during a commit.
 */
export class KnownStops {
  stops = NOTHING
  readAtEvent = 0
  /** A commit is in doubt since this event. */
  commitDoubtAtEvent: number | undefined
}

/**
 * Checks that a process that knows of a suspension or doubt charges nothing of it to requests that begin later. That
 * each process learns of it soon is up to its heartbeats: after healing no node may be without one for long.
 */
export class StopChecker {
  readonly #suspended = new Map<string, number>()
  readonly #doubts = new Map<number, string | null>()
  readonly #standing = new Map<number, DoubtRow>()
  #numbers = 0

  note(change: RowChange): void {
    if (change.kind === 'account') {
      const { account, state } = change.after
      if (state === 'active') this.#suspended.delete(account)
      else if (!this.#suspended.has(account)) this.#suspended.set(account, ++this.#numbers)
    }
    if (change.kind === 'doubt') {
      const { id, account, resolvedAtMs } = change.after
      this.#standing.set(id, change.after)
      if (resolvedAtMs === null) this.#doubts.set(id, account)
      else {
        this.#doubts.delete(id)
        this.#standing.delete(id)
      }
    }
  }

  /** For the operator, who reads them before trusting them. */
  get standing(): readonly DoubtRow[] {
    return [...this.#standing.values()]
  }

  /** The present ones. */
  now(): Stops {
    if (this.#suspended.size === 0 && this.#doubts.size === 0) return NOTHING
    return { suspended: new Map(this.#suspended), doubts: new Map(this.#doubts) }
  }

  recordReply(
    known: KnownStops,
    { operation, stops, event }: { operation: string; stops: Stops; event: number },
  ): void {
    if (operation === 'post') known.commitDoubtAtEvent = undefined
    if (operation !== 'recordHeartbeat') return
    known.stops = stops
    known.readAtEvent = event
  }

  recordFailure(known: KnownStops, { outcome, reason }: DatabaseError, event: number): void {
    if (outcome === 'unknown' && reason === 'io') known.commitDoubtAtEvent ??= event
  }

  /** Checks a request that has succeeded. */
  checkCharged({ stops, readAtEvent }: KnownStops, { id, account, startedAtEvent }: Request): void {
    const words = (why: string) => (): string => `request ${id} of ${account} began later and has succeeded: ${why}`
    if (startedAtEvent <= readAtEvent) return
    const suspension = stops.suspended.get(account)
    const isSuspended = suspension !== undefined && suspension === this.#suspended.get(account)
    ensure(!isSuspended, 'stopped', words('it is suspended'))
    for (const [number, whose] of stops.doubts) {
      const stands = this.#doubts.has(number) && (whose === null || whose === account)
      ensure(!stands, 'stopped', words('its books are in doubt'))
    }
  }
}
