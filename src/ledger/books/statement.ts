import { type Difference, findDifference } from './difference.ts'
import type { GrantRow, Line } from './rows.ts'
import type { Rows } from './store.ts'

/** What one project used with one credential for one operation. */
export interface StatementLine {
  readonly project: string
  readonly credential: string
  readonly operation: string
  readonly requests: number
  readonly confirmedUnits: number
  readonly pendingUnits: number
  readonly holdUnits: number
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
}

export type StatementOutcome =
  | Statement
  | { readonly outcome: 'unknown_account' }
  /** The books disagree with the journal, so there is no statement. */
  | { readonly outcome: 'differs'; readonly differences: readonly Difference[] }

/**
 * Adds up from the journal what an account used in a month, by project, credential and operation. Void and clipped
 * lines are left out, because they are not charged. Needs a snapshot.
 */
export async function buildStatement(rows: Rows, account: string, period: string): Promise<StatementOutcome> {
  const owner = await rows.account(account)
  if (owner === undefined) return { outcome: 'unknown_account' }
  const month = await rows.period(account, period)
  const grants = await readGrantsOfMonth(rows, account, period)
  const lines = await sumLinesBySubject(rows, grants)

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
    ...{ allowanceUnits, confirmedUnits, pendingUnits, holdUnits, leftUnits, lines },
  }
}

async function readGrantsOfMonth(rows: Rows, account: string, period: string): Promise<Map<number, GrantRow>> {
  const grants = new Map<number, GrantRow>()
  for await (const grant of rows.grants()) {
    if (grant.account === account && grant.period === period) grants.set(grant.id, grant)
  }
  return grants
}

type Kind = 'confirmedUnits' | 'pendingUnits' | 'holdUnits'

async function sumLinesBySubject(rows: Rows, grants: ReadonlyMap<number, GrantRow>): Promise<StatementLine[]> {
  const bySubject = new Map<number, { requests: number } & Record<Kind, number>>()
  for (const [incarnation, ofLife] of Map.groupBy(grants.values(), (grant) => grant.incarnation)) {
    for await (const [line, kind] of readLinesOfIncarnation(rows, incarnation, ofLife)) {
      let sums = bySubject.get(line.subject)
      if (sums === undefined) {
        sums = { requests: 0, confirmedUnits: 0, pendingUnits: 0, holdUnits: 0 }
        bySubject.set(line.subject, sums)
      }
      sums.requests++
      sums[kind] += line.units
    }
  }
  if (bySubject.size === 0) return []
  const subjects = (await rows.subjects()).filter(({ id }) => bySubject.has(id))
  return subjects
    .map(({ id, project, credential, operation }) => ({ project, credential, operation, ...bySubject.get(id)! }))
    .sort(
      (a, b) =>
        compare(a.project, b.project) || compare(a.credential, b.credential) || compare(a.operation, b.operation),
    )
}

/**
 * Reads the lines of some grants of one incarnation, newest first, until it has found the units that the grants say.
 * Older lines of these grants are all void. In an open grant the last lines are those not yet acknowledged.
 */
async function* readLinesOfIncarnation(
  rows: Rows,
  incarnation: number,
  grants: readonly GrantRow[],
): AsyncIterable<readonly [Line, Kind]> {
  const states = new Map(
    (await rows.lineStatesOf(incarnation)).map(({ seq, requestId, state }) => [`${seq}/${requestId}`, state]),
  )
  const unacked = new Map(grants.map(({ id, state, spent, acked }) => [id, state === 'open' ? spent - acked : 0]))
  let missing = grants.reduce((sum, { spent }) => sum + spent, 0)
  if (missing === 0) return
  for await (const { seq, lines } of rows.batchesBack(incarnation, await rows.lastSeq(incarnation))) {
    for (const line of lines.toReversed()) {
      if (!unacked.has(line.grant)) continue
      const state = states.get(`${seq}/${line.requestId}`)
      if (state === 'void') continue
      missing -= line.units
      if (state === 'clipped') continue
      const waiting = unacked.get(line.grant)!
      unacked.set(line.grant, waiting - line.units)
      yield [line, state === 'hold' ? 'holdUnits' : 0 < waiting ? 'pendingUnits' : 'confirmedUnits']
    }
    if (missing <= 0) return
  }
}

/** Does not depend on a locale: a statement looks the same on every machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a === b ? 0 : 1
}
