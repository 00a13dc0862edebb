import { Damage, throwIfDamaged } from './damage.ts'
import { findDifference, makeDifference } from './difference.ts'
import { checkGrant, checkPeriod } from './equations.ts'
import { writeGrant, writePeriod } from './open-period.ts'
import type { GrantRow, PeriodRow } from './rows.ts'
import type { Rows } from './store.ts'

/** A month and an open grant of it, both locked. */
export interface LockedGrant {
  readonly period: PeriodRow
  readonly grant: GrantRow
}

export interface GrantLocation {
  readonly id: number
  readonly account: string
  readonly period: string
}

/**
 * Locks a grant and its month and checks both, so that the grant can be settled. Undefined: the grant is closed, or
 * was never opened.
 */
export async function lockOpenGrant(
  rows: Rows,
  { id, account, period: name }: GrantLocation,
): Promise<LockedGrant | undefined> {
  const period = await rows.lockPeriod(account, name)
  const grant = await rows.lockGrant(id)
  if (grant === undefined || grant.state === 'closed') return undefined
  if (period === undefined) throw new Damage(account, `orphan of ${name}: the month is missing`)
  if (grant.account !== account || grant.period !== name)
    throw new Damage(account, `owner of ${name}: a grant has moved to another account or month`)
  requirePeriodAndGrant(period, grant)
  return { period, grant }
}

/**
 * Closes a grant: what it acknowledged is confirmed, and its other units go back to the account. `month`: the counts
 * that change too.
 */
export async function closeLockedGrant(
  rows: Rows,
  { period, grant }: LockedGrant,
  acked: number,
  month: Partial<PeriodRow> = {},
): Promise<void> {
  await writePeriod(rows, {
    ...period,
    ...month,
    confirmed: period.confirmed + acked,
    reserved: period.reserved - grant.size,
    exposure: period.exposure - grant.exposure,
  })
  await writeGrant(rows, { ...grant, acked, state: 'closed', version: grant.version + 1 })
}

/** Checks a month and an open grant of it. */
export function requirePeriodAndGrant(period: PeriodRow, grant: GrantRow): void {
  throwIfDamaged(checkPeriod(period))
  throwIfDamaged(checkGrant(grant))
  const { reserved, exposure } = period
  if (reserved < grant.size) {
    const comparison = { what: 'reserved', is: reserved, against: 'one of its open grants has' }
    throwIfDamaged(makeDifference('E2', period, { ...comparison, shouldBe: grant.size }))
  }
  if (exposure < grant.exposure) {
    const comparison = { what: 'exposure', is: exposure, against: 'one of its open grants may leave' }
    throwIfDamaged(makeDifference('E6', period, { ...comparison, shouldBe: grant.exposure }))
  }
}

/** Checks that these are all open grants of a month, so that the month can be ended. */
export function requireAllOpenGrants(period: PeriodRow, grants: readonly GrantRow[]): void {
  for (const grant of grants) requirePeriodAndGrant(period, grant)
  const sizes = grants.reduce((sum, { size }) => sum + size, 0)
  const comparison = { what: 'reserved', is: period.reserved, against: 'the sizes of its open grants sum up to' }
  throwIfDamaged(findDifference('E2', period, { ...comparison, shouldBe: sizes }))
}
