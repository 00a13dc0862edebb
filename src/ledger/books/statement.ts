import { type Day, dayAt, type Month, monthOf } from '../calendar.ts'
import { type Difference, findDifference } from './difference.ts'
import type { GrantRow, Line } from './rows.ts'
import type { Rows } from './store.ts'

export interface UsedUnits {
  readonly requests: number
  readonly confirmedUnits: number
  readonly pendingUnits: number
  readonly holdUnits: number
}

/** What one project used with one credential for one operation. */
export interface StatementLine extends UsedUnits {
  readonly project: string
  readonly credential: string
  readonly operation: string
}

/** The use of one day, `2026-11-21`. */
export interface StatementDay extends UsedUnits {
  readonly day: string
}

export interface Statement {
  readonly outcome: 'statement'
  readonly account: string
  readonly period: string
  readonly allowanceUnits: number
  readonly confirmedUnits: number
  /** Written, but not known to be answered yet. */
  readonly pendingUnits: number
  /** The answer is unknown for ever. Not charged. */
  readonly holdUnits: number
  /** Neither used nor in doubt, at any node. */
  readonly leftUnits: number
  /** The lines add up to the units above. */
  readonly lines: readonly StatementLine[]
  /** The days with use, in order. They add up to the units above too. */
  readonly days: readonly StatementDay[]
}

export type StatementOutcome =
  | Statement
  | { readonly outcome: 'unknown_account' }
  /** The books disagree with the journal, so there is no statement. */
  | { readonly outcome: 'differs'; readonly differences: readonly Difference[] }

/**
 * Adds up from the journal what an account used in a month: by project, credential and operation, and by day. Void and
 * clipped lines are left out, because they are not charged. Needs a snapshot.
 */
export async function buildStatement(rows: Rows, account: string, period: string): Promise<StatementOutcome> {
  const owner = await rows.account(account)
  if (owner === undefined) return { outcome: 'unknown_account' }
  const month = await rows.period(account, period)
  const grants = new Map((await rows.grantsOf(account, period)).map((grant) => [grant.id, grant]))
  const { lines, days } = await sumLines(rows, grants, monthOf(period)!)

  const total = (of: (line: StatementLine) => number): number => lines.reduce((sum, line) => sum + of(line), 0)
  const open = [...grants.values()].filter(({ state }) => state === 'open')
  const acked = open.reduce((sum, grant) => sum + grant.acked, 0)
  const pendingUnits = open.reduce((sum, grant) => sum + grant.spent - grant.acked, 0)
  const confirmedUnits = (month?.confirmed ?? 0) + acked
  const holdUnits = month?.hold ?? 0
  const against = 'its lines in the journal sum up to'
  const place = { account, period }
  const differences = [
    findDifference('E4', place, {
      ...{ what: 'confirmed with the acked of its open grants', is: confirmedUnits },
      ...{ against, shouldBe: total((line) => line.confirmedUnits) },
    }),
    findDifference('E5', place, {
      ...{ what: 'what its open grants have not acknowledged', is: pendingUnits },
      ...{ against, shouldBe: total((line) => line.pendingUnits) },
    }),
    findDifference('E6', place, { what: 'hold', is: holdUnits, against, shouldBe: total((line) => line.holdUnits) }),
  ].filter((found) => found !== undefined)
  if (0 < differences.length) return { outcome: 'differs', differences }

  const allowanceUnits = month?.allowance ?? owner.allowance
  const leftUnits = Math.max(0, allowanceUnits - confirmedUnits - pendingUnits - holdUnits)
  return {
    ...{ outcome: 'statement', account, period },
    ...{ allowanceUnits, confirmedUnits, pendingUnits, holdUnits, leftUnits, lines, days },
  }
}

type Kind = 'confirmedUnits' | 'pendingUnits' | 'holdUnits'

type Sums = { requests: number } & Record<Kind, number>

const newSums = (): Sums => ({ requests: 0, confirmedUnits: 0, pendingUnits: 0, holdUnits: 0 })

async function sumLines(
  rows: Rows,
  grants: ReadonlyMap<number, GrantRow>,
  month: Month,
): Promise<Pick<Statement, 'lines' | 'days'>> {
  const bySubject = new Map<number, Sums>()
  const byDay = new Map<string, Sums>()
  const days = new DaysOfMonth(month)
  for (const [incarnation, ofIncarnation] of Map.groupBy(grants.values(), (grant) => grant.incarnation)) {
    for await (const [line, kind, atMs] of readLinesOfIncarnation(rows, incarnation, ofIncarnation)) {
      const ofDay = byDay.getOrInsertComputed(days.dayOf(atMs), newSums)
      for (const sums of [bySubject.getOrInsertComputed(line.subject, newSums), ofDay]) {
        sums.requests++
        sums[kind] += line.units
      }
    }
  }
  if (bySubject.size === 0) return { lines: [], days: [] }
  const subjects = (await rows.subjects()).filter(({ id }) => bySubject.has(id))
  return {
    lines: subjects
      .map(({ id, project, credential, operation }) => ({ project, credential, operation, ...bySubject.get(id)! }))
      .sort(
        (a, b) =>
          compare(a.project, b.project) || compare(a.credential, b.credential) || compare(a.operation, b.operation),
      ),
    days: [...byDay].map(([day, sums]) => ({ day, ...sums })).sort((a, b) => compare(a.day, b.day)),
  }
}

/**
 * Finds the day of a batch. A batch just after the end of a month may have lines of that month; they count as used on
 * its last day.
 */
class DaysOfMonth {
  readonly #month: Month
  #last: Day

  constructor(month: Month) {
    this.#month = month
    this.#last = dayAt(month.startsAtMs)
  }

  dayOf(atMs: number): string {
    const ms = Math.min(Math.max(atMs, this.#month.startsAtMs), this.#month.endsAtMs - 1)
    // Batches come in order, so the day seldom changes.
    if (ms < this.#last.startsAtMs || this.#last.endsAtMs <= ms) this.#last = dayAt(ms)
    return this.#last.day
  }
}

/**
 * Reads the lines of some grants of one incarnation, newest first, until it has found the units that the grants say.
 * Older lines of these grants are all void. In an open grant the last lines are those not yet acknowledged.
 */
async function* readLinesOfIncarnation(
  rows: Rows,
  incarnation: number,
  grants: readonly GrantRow[],
): AsyncIterable<readonly [line: Line, kind: Kind, atMs: number]> {
  const states = new Map(
    (await rows.lineStatesOf(incarnation)).map(({ seq, requestId, state }) => [`${seq}/${requestId}`, state]),
  )
  const unacked = new Map(grants.map(({ id, state, spent, acked }) => [id, state === 'open' ? spent - acked : 0]))
  let missing = grants.reduce((sum, { spent }) => sum + spent, 0)
  if (missing === 0) return
  for await (const { seq, atMs, lines } of rows.batchesBack(incarnation, await rows.lastSeq(incarnation))) {
    for (const line of lines.toReversed()) {
      if (!unacked.has(line.grant)) continue
      const state = states.get(`${seq}/${line.requestId}`)
      if (state === 'void') continue
      missing -= line.units
      if (state === 'clipped') continue
      const waiting = unacked.get(line.grant)!
      unacked.set(line.grant, waiting - line.units)
      yield [line, state === 'hold' ? 'holdUnits' : 0 < waiting ? 'pendingUnits' : 'confirmedUnits', atMs]
    }
    if (missing <= 0) return
  }
}

/** Does not depend on a locale: a statement looks the same on every machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a === b ? 0 : 1
}
