import { HOLD_MAX, SETTLING_MS } from '../../src/ledger/books/limits.ts'
import type { GrantRow, Line, PeriodRow } from '../../src/ledger/books/rows.ts'
import { type History, monthKey, type Request } from './history.ts'
import { LineBook } from './line-book.ts'
import type { RowChange } from './observed-store.ts'
import { Tally } from './tally.ts'
import { ensure } from './violation.ts'

/** A month of one account, with the sums of its grants. */
interface Month {
  row: PeriodRow | undefined
  /** The largest allowance that was ever in force. */
  allowanceMax: number
  open: { size: number; spent: number; acked: number; exposure: number }
  closed: { acked: number; hold: number; clipped: number }
  confirmedMax: number
  /** The present transaction charged clipped units, so the month must have had room for them. */
  hasChargedClipped: boolean
  /** How many units were unsold, and since which event. */
  readonly unsold: { readonly event: number; readonly units: number }[]
}

/** Checks the equations of the books after every transaction, against sums of its own. */
export class BooksChecker {
  readonly lines: LineBook
  readonly reached = new Tally()
  readonly history: History
  /** Called with every change, to debug a violation. */
  watch: ((change: RowChange) => void) | undefined
  readonly #months = new Map<string, Month>()
  readonly #grants = new Map<number, GrantRow>()
  readonly #nodes = new Map<number, string>()
  readonly #subjects = new Map<number, { readonly account: string; readonly operation: string }>()
  readonly #dirtyGrants = new Map<number, { readonly before: GrantRow | undefined }>()
  readonly #dirtyMonths = new Set<Month>()
  readonly #booksMs: () => number
  /**
   * The latest time that the database's clock has shown. A node that has read it may act on it after the clock was
   * put back.
   */
  #latestMs = 0

  constructor(history: History, booksMs: () => number) {
    this.history = history
    this.#booksMs = booksMs
    this.lines = new LineBook(history, this.reached)
    history.onAnswer = (request) => {
      this.lines.compareAnswer(request)
      this.#checkSuccess(request)
    }
  }

  /** Notes a changed row. The equations hold again at the end of the transaction. */
  note(change: RowChange): void {
    this.watch?.(change)
    this.#latestMs = Math.max(this.#latestMs, this.#booksMs())
    const { kind, after } = change
    switch (kind) {
      case 'batch':
        for (const line of after.lines) {
          const grant = this.#grants.get(line.grant)
          ensure(grant?.state === 'open', 'fence', () => `a closed grant ${line.grant} accepts line ${line.requestId}`)
          this.#checkSubject(line)
          this.lines.write(line)
          this.#touch(line.grant)
        }
        return
      case 'lineState':
        this.lines.setState(after)
        this.#touch(after.grant)
        return
      case 'grant':
        this.#touch(after.id)
        this.#grants.set(after.id, after)
        return
      case 'period': {
        const month = this.#month(monthKey(after.account, after.period))
        ensure(month.row?.state !== 'closed', 'final', () => `${after.account} ${after.period} is closed and changes`)
        if (after.state === 'closed') {
          // A node that answered in the month's last moment has this long to report it.
          const isOver = after.endsAtMs + SETTLING_MS <= this.#latestMs
          ensure(isOver, 'grace', () => `${after.account} ${after.period} is closed while it may still be settled`)
        }
        month.row = after
        month.allowanceMax = Math.max(month.allowanceMax, after.allowance)
        this.#dirtyMonths.add(month)
        return
      }
      case 'subject':
        this.#subjects.set(after.id, after)
        return
      case 'incarnation':
        this.#nodes.set(after.incarnation, after.node)
    }
  }

  /** A line names the account and the operation of its request. */
  #checkSubject({ requestId, subject: number }: Line): void {
    const request = this.history.requests.get(requestId)
    const subject = this.#subjects.get(number)
    const isOfRequest = subject?.account === request?.account && subject?.operation === request?.operation
    ensure(isOfRequest, 'subject', () => `the line of request ${requestId} is for ${JSON.stringify(subject)}`)
  }

  nodeOf(incarnation: number): string {
    return this.#nodes.get(incarnation)!
  }

  /** Runs at the end of a transaction. */
  check(event: number): void {
    for (const [id, { before }] of this.#dirtyGrants) {
      const after = this.#grants.get(id)!
      checkGrant(before, after)
      this.lines.acknowledge(after)
      const month = this.#month(monthKey(after.account, after.period))
      this.#add(month, before, -1)
      this.#add(month, after, 1)
      this.#checkLines(after, month)
      this.#dirtyMonths.add(month)
    }
    this.#dirtyGrants.clear()
    for (const month of this.#dirtyMonths) this.#checkMonth(month, event)
    this.#dirtyMonths.clear()
  }

  /**
   * Checks a refusal for the monthly limit: at some moment since the request began, fewer units were unsold than it
   * needed.
   */
  checkMonthlyLimit({ account, units, startedAtEvent, id }: Request): void {
    let most = Number.POSITIVE_INFINITY
    for (const month of this.#months.values()) {
      if (month.row?.account !== account) continue
      let least = Number.POSITIVE_INFINITY
      for (let i = month.unsold.length - 1; 0 <= i; i--) {
        least = Math.min(least, month.unsold[i]!.units)
        if (month.unsold[i]!.event < startedAtEvent) break
      }
      most = Math.min(most, least)
    }
    ensure(most < units, 'monthly_limit', () => `request ${id} of ${units} units was refused, ${most} were unsold`)
  }

  /** E7: a success has one line, in the month that the client was told. */
  #checkSuccess({ id, account, answer }: Request): void {
    if (answer?.kind !== 'success') return
    const lines = this.lines.linesOf(id).filter(({ end }) => end !== 'void')
    const grant = lines.length === 1 ? this.#grants.get(lines[0]!.grant) : undefined
    const isThere = grant?.account === account && grant.period === answer.period
    ensure(isThere, 'E7', () => `request ${id} succeeded and has ${lines.length} lines, in ${JSON.stringify(grant)}`)
  }

  unsoldUnits(account: string, period: string): number | undefined {
    const month = this.#months.get(monthKey(account, period))
    return month?.row === undefined ? undefined : countUnsold(month)
  }

  /** Units of failed requests. They are charged to no account. */
  voidUnits(account: string, period: string): number {
    let units = 0
    for (const grant of this.#grants.values())
      if (grant.account === account && grant.period === period) units += this.lines.ofGrant(grant.id).units.void
    return units
  }

  monthRow(account: string, period: string): PeriodRow | undefined {
    return this.#months.get(monthKey(account, period))?.row
  }

  months(): PeriodRow[] {
    return [...this.#months.values()].flatMap(({ row }) => row ?? [])
  }

  grant(id: number): GrantRow | undefined {
    return this.#grants.get(id)
  }

  grants(): IterableIterator<GrantRow> {
    return this.#grants.values()
  }

  #touch(id: number): void {
    if (!this.#dirtyGrants.has(id)) this.#dirtyGrants.set(id, { before: this.#grants.get(id) })
  }

  #month(key: string): Month {
    const known = this.#months.get(key)
    if (known !== undefined) return known
    const open = { size: 0, spent: 0, acked: 0, exposure: 0 }
    const closed = { acked: 0, hold: 0, clipped: 0 }
    const fresh = {
      row: undefined,
      allowanceMax: 0,
      open,
      closed,
      confirmedMax: 0,
      hasChargedClipped: false,
      unsold: [],
    }
    this.#months.set(key, fresh)
    return fresh
  }

  #add({ open, closed }: Month, grant: GrantRow | undefined, sign: 1 | -1): void {
    if (grant === undefined) return
    if (grant.state === 'closed') {
      closed.acked += sign * grant.acked
      return
    }
    open.size += sign * grant.size
    open.spent += sign * grant.spent
    open.acked += sign * grant.acked
    open.exposure += sign * grant.exposure
  }

  /** E3 to E6 of one grant, from its lines. */
  #checkLines(grant: GrantRow, month: Month): void {
    const { closed } = month
    const { units, counted } = this.lines.ofGrant(grant.id)
    closed.hold += units.hold - counted.hold
    closed.clipped += units.clipped - counted.clipped
    const isCharged = units.clipped < counted.clipped && counted.acked < units.acked
    if (isCharged) month.hasChargedClipped = true
    counted.hold = units.hold
    counted.clipped = units.clipped
    counted.acked = units.acked
    const written = units.posted + units.acked + units.hold + units.clipped
    const words = (): string => `${JSON.stringify(grant)} with lines ${JSON.stringify(units)}`
    ensure(grant.spent === written, 'E3', words)
    ensure(grant.acked === units.acked, 'E4', words)
    // A lost node leaves at most its exposure, or one line that is larger by itself.
    const isLimited = grant.state === 'closed' || grant.exposure === 0 || units.posted <= grant.exposure
    ensure(isLimited || this.lines.postedCount(grant.id) === 1, 'exposure', words)
    ensure(grant.state === 'closed' ? units.posted === 0 : units.hold + units.clipped === 0, 'E5', words)
  }

  #checkMonth(month: Month, event: number): void {
    const { row, open, closed, allowanceMax } = month
    ensure(row !== undefined, 'E1', () => 'a grant has no month')
    const words = (): string => `${JSON.stringify(row)}, open ${JSON.stringify(open)}, closed ${JSON.stringify(closed)}`
    ensure(
      0 <= row.confirmed && 0 <= row.reserved && 0 <= row.hold && 0 <= row.clipped && 0 <= row.exposure,
      'E1',
      words,
    )
    ensure(row.reserved === open.size && row.exposure === open.exposure, 'E2', words)
    ensure(row.confirmed === closed.acked, 'E4', words)
    ensure(row.hold === closed.hold && row.clipped === closed.clipped, 'E6', words)
    ensure(row.hold <= HOLD_MAX, 'E6', words)
    ensure(row.confirmed + row.reserved + row.hold <= allowanceMax, 'E10', words)
    // Units granted before a cut of the allowance stay charged. A clipped line is charged only if the allowance has
    // room.
    const isWithin = !month.hasChargedClipped || row.confirmed + row.reserved + row.hold <= row.allowance
    month.hasChargedClipped = false
    ensure(isWithin, 'clipped', words)
    ensure(row.state === 'open' || row.reserved === 0, 'final', words)
    const confirmed = row.confirmed + open.acked
    ensure(month.confirmedMax <= confirmed, 'E9', words)
    month.confirmedMax = confirmed
    if (row.hold === HOLD_MAX) this.reached.add('the hold is full')
    if (countUnsold(month) < 0) this.reached.add('the allowance was cut below what is charged')
    const unsold = countUnsold(month)
    if (month.unsold.at(-1)?.units !== unsold) month.unsold.push({ event, units: unsold })
  }
}

/**
 * The units that could still be charged if every node returned its unused units and all unacknowledged lines became
 * void.
 */
function countUnsold({ row, open }: Month): number {
  return row!.allowance - row!.confirmed - row!.hold - open.acked
}

function checkGrant(before: GrantRow | undefined, after: GrantRow): void {
  const words = (): string => `${JSON.stringify(before)} became ${JSON.stringify(after)}`
  ensure(0 <= after.acked && after.acked <= after.spent && after.spent <= after.size, 'E3', words)
  if (before === undefined) return
  ensure(before.acked <= after.acked, 'E9', words)
  ensure(before.version <= after.version, 'version', words)
  const resized = before.size !== after.size || before.state !== after.state
  ensure(!resized || before.version < after.version, 'version', words)
  if (before.state === 'open') return
  ensure(after.state === 'closed' && after.size === before.size && after.spent <= before.spent, 'fence', words)
}
