import type { Month } from '../calendar.ts'
import { assertHolds, checkGrant, checkPeriod } from './equations.ts'
import type { AccountRow, GrantRow, PeriodRow } from './rows.ts'
import type { Rows } from './store.ts'

/**
 * Locks the month of an account. Creates it when it is first needed, with the present allowance; its ends stand in
 * the row from then on.
 */
export async function lockOrOpenPeriod(rows: Rows, account: AccountRow, month: Month): Promise<PeriodRow> {
  const known = await rows.lockPeriod(account.account, month.period)
  if (known !== undefined) return known
  const row = emptyPeriod(account, month)
  await rows.putPeriod(row)
  return row
}

/** A month in which nothing has happened. */
export function emptyPeriod({ account, allowance }: AccountRow, { period, startsAtMs, endsAtMs }: Month): PeriodRow {
  const counts = { allowance, allowanceMax: allowance, confirmed: 0, reserved: 0, hold: 0, exposure: 0, clipped: 0 }
  return { account, period, startsAtMs, endsAtMs, ...counts, state: 'open', recallUntilMs: 0 }
}

export async function writePeriod(rows: Rows, row: PeriodRow): Promise<void> {
  assertHolds(checkPeriod(row))
  await rows.putPeriod(withRecall(row))
}

/**
 * After a cut below the units given out, nodes are asked to return unused units for as long as the cut is not
 * covered.
 */
export function withRecall(row: PeriodRow): PeriodRow {
  if (row.allowance < row.confirmed + row.reserved + row.hold) return { ...row, recallUntilMs: row.endsAtMs }
  return row.recallUntilMs === row.endsAtMs ? { ...row, recallUntilMs: 0 } : row
}

export async function writeGrant(rows: Rows, row: GrantRow): Promise<void> {
  assertHolds(checkGrant(row))
  await rows.putGrant(row)
}
