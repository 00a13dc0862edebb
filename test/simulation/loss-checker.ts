import type { GrantRow, IncarnationRow, LineStateRow, PeriodRow } from '../../src/ledger/books/rows.ts'
import { type History, monthKey } from './history.ts'
import type { RowChange } from './observed-store.ts'
import type { Link } from './sim-database.ts'
import { ensure } from './violation.ts'

interface KnownIncarnation {
  row: IncarnationRow
  /** The connection of the process that began it. Undefined: the rest of the world began it. */
  readonly link: Link | undefined
}

/**
 * Checks which nodes are taken for lost. A line becomes a hold only by another node, after the lease of its own node;
 * and a node that has answered a request with success does not end the month while that request's line is a hold. So
 * an answered line ends charged, unless other nodes had to take its node for lost.
 */
export class LossChecker {
  /** The process whose operation is being executed. */
  acting: Link | undefined
  readonly #history: History
  readonly #booksMs: () => number
  readonly #incarnations = new Map<number, KnownIncarnation>()
  readonly #grants = new Map<number, GrantRow>()
  /** The lines that are a hold now, by account and month. */
  readonly #held = new Map<string, Map<string, LineStateRow>>()

  constructor(history: History, booksMs: () => number) {
    this.#history = history
    this.#booksMs = booksMs
  }

  note({ kind, after }: RowChange): void {
    if (kind === 'incarnation') this.#noteLife(after)
    if (kind === 'grant') this.#grants.set(after.id, after)
    if (kind === 'lineState') this.#noteLine(after)
    if (kind === 'period' && after.state === 'closed') this.#checkEnd(after)
  }

  #noteLife(row: IncarnationRow): void {
    const known = this.#incarnations.get(row.incarnation)
    if (known === undefined) this.#incarnations.set(row.incarnation, { row, link: this.acting })
    else known.row = row
  }

  #noteLine(line: LineStateRow): void {
    const { requestId, grant, incarnation, state } = line
    const held = this.#heldOf(this.#grants.get(grant)!)
    if (state === 'hold') held.set(`${grant} ${requestId}`, line)
    else held.delete(`${grant} ${requestId}`)
    if (state !== 'hold' && state !== 'clipped') return
    const { row, link } = this.#incarnations.get(incarnation)!
    const words = (why: string) => (): string => `the line of request ${requestId} becomes ${state}: ${why}`
    ensure(link !== this.acting, 'lost', words('by the node that wrote it'))
    const { leaseUntilMs } = row
    ensure(leaseUntilMs < this.#booksMs(), 'lost', words(`its node has a lease until ${leaseUntilMs}`))
  }

  /** A later incarnation settles all that an earlier one has left, so only the newest is checked. */
  #checkEnd(month: PeriodRow): void {
    for (const { requestId, incarnation } of this.#heldOf(month).values()) {
      const { row, link } = this.#incarnations.get(incarnation)!
      if (link !== this.acting || row.state !== 'live') continue
      const answer = this.#history.requests.get(requestId)?.answer
      ensure(answer?.kind === 'failure', 'last word', () => {
        return `${month.account} ${month.period} is ended by the node of request ${requestId}, a hold that was ${answer?.kind}`
      })
    }
  }

  #heldOf({ account, period }: { readonly account: string; readonly period: string }): Map<string, LineStateRow> {
    const key = monthKey(account, period)
    const known = this.#held.get(key)
    if (known !== undefined) return known
    const fresh = new Map<string, LineStateRow>()
    this.#held.set(key, fresh)
    return fresh
  }
}
