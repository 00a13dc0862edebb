import { Damage, demandHolds } from './damage.ts'
import { difference, differs } from './difference.ts'
import { brokenGrant, brokenPeriod } from './equations.ts'
import type { GrantRow, PeriodRow, Rows } from './rows.ts'

export interface GrantPlace {
  readonly id: number
  readonly account: string
  readonly period: string
}

/** A grant and its month, locked. They can be settled: each holds, and the month counts the grant in. Undefined if the grant is closed, or was never opened. */
export async function lockOpenGrant(
  rows: Rows,
  { id, account, period: name }: GrantPlace,
): Promise<{ readonly period: PeriodRow; readonly grant: GrantRow } | undefined> {
  const period = await rows.lockPeriod(account, name)
  const grant = await rows.lockGrant(id)
  if (grant === undefined || grant.state === 'closed') return undefined
  if (period === undefined) throw new Damage(account, `orphan of ${name}: the month is missing`)
  if (grant.account !== account || grant.period !== name)
    throw new Damage(account, `owner of ${name}: a grant has moved to another account or month`)
  demandHoldsTogether(period, grant)
  return { period, grant }
}

/** A month, and an open grant of it. */
export function demandHoldsTogether(period: PeriodRow, grant: GrantRow): void {
  demandHolds(brokenPeriod(period))
  demandHolds(brokenGrant(grant))
  const { reserved, exposure } = period
  if (reserved < grant.size) {
    const comparison = { what: 'reserved', is: reserved, against: 'one of its open grants has' }
    demandHolds(differs('E2', period, { ...comparison, shouldBe: grant.size }))
  }
  if (exposure < grant.exposure) {
    const comparison = { what: 'exposure', is: exposure, against: 'one of its open grants may leave' }
    demandHolds(differs('E6', period, { ...comparison, shouldBe: grant.exposure }))
  }
}

/** The open grants of a month, all of them, and nothing else is reserved: it can be ended. */
export function demandAllThere(period: PeriodRow, grants: readonly GrantRow[]): void {
  for (const grant of grants) demandHoldsTogether(period, grant)
  const sizes = grants.reduce((sum, { size }) => sum + size, 0)
  const comparison = { what: 'reserved', is: period.reserved, against: 'the sizes of its open grants sum up to' }
  demandHolds(difference('E2', period, { ...comparison, shouldBe: sizes }))
}
