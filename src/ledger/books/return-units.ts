import { closeLockedGrant, lockOpenGrant } from './open-grant.ts'
import { writeGrant, writePeriod } from './open-period.ts'
import type { Rows } from './store.ts'

/** A grant as its node knows it. */
export interface OwnGrant {
  readonly grant: number
  readonly version: number
  readonly account: string
  readonly period: string
}

export type ReturnOutcome =
  | { readonly outcome: 'returned'; readonly version: number; readonly size: number }
  | { readonly outcome: 'grant_closed' | 'damaged' }

/**
 * Makes a grant smaller, down to `keep` units: those that are neither free nor promised to a request go back to the
 * account.
 */
export async function returnUnits(rows: Rows, own: OwnGrant, keep: number): Promise<ReturnOutcome> {
  const found = await lockOpenGrant(rows, { ...own, id: own.grant })
  if (found === undefined) return { outcome: 'grant_closed' }
  const { period, grant } = found
  if (own.version < grant.version) return { outcome: 'returned', version: grant.version, size: grant.size }
  const size = Math.max(Math.min(keep, grant.size), grant.spent)
  await writePeriod(rows, { ...period, reserved: period.reserved - (grant.size - size) })
  await writeGrant(rows, { ...grant, size, version: grant.version + 1 })
  return { outcome: 'returned', version: grant.version + 1, size }
}

export type CloseOutcome = { readonly outcome: 'closed' | 'closed_by_others' | 'unsettled' | 'damaged' }

/** A node closes its own grant once every line is answered: `acked` equals what was spent, and the rest goes back. */
export async function closeGrant(rows: Rows, own: OwnGrant, acked: number): Promise<CloseOutcome> {
  const found = await lockOpenGrant(rows, { ...own, id: own.grant })
  if (found === undefined) {
    const closed = await rows.grant(own.grant)
    return { outcome: closed?.acked === acked ? 'closed' : 'closed_by_others' }
  }
  if (found.grant.spent !== acked) return { outcome: 'unsettled' }
  await closeLockedGrant(rows, found, acked)
  return { outcome: 'closed' }
}
