import type { Month } from '../calendar.ts'
import { writePeriod } from './open-period.ts'
import type { AccountRow, GrantRow, PeriodRow, Rows } from './rows.ts'

/** Opens an account, or changes what it may use in a month: in the one that runs at once, and in those to come. */
export async function setAllowance(
  rows: Rows,
  { account, units, who, month }: { account: string; units: number; who: string; month: Month },
): Promise<void> {
  const known = await rows.lockAccount(account)
  if (known?.allowance === units) return
  await rows.putAccount({ account, state: known?.state ?? 'active', allowance: units })
  await rows.addAllowanceChange({ account, atMs: await rows.now(), from: known?.allowance ?? null, to: units, who })
  const period = await rows.lockPeriod(account, month.period)
  if (period === undefined || period.state === 'closed') return
  await writePeriod(rows, { ...period, allowance: units, allowanceMax: Math.max(period.allowanceMax, units) })
}

export type StateOutcome = { readonly outcome: 'done' | 'unknown_account' }

/** A suspended account gets no grants, and the nodes close those it has. */
export async function setAccountState(rows: Rows, account: string, state: AccountRow['state']): Promise<StateOutcome> {
  const known = await rows.lockAccount(account)
  if (known === undefined) return { outcome: 'unknown_account' }
  if (known.state !== state) await rows.putAccount({ ...known, state })
  return { outcome: 'done' }
}

export type MonthView =
  | { readonly outcome: 'unknown_account' }
  | {
      readonly outcome: 'known'
      readonly account: AccountRow
      readonly period: PeriodRow | undefined
      readonly grants: readonly GrantRow[]
    }

/** An account's month as of one moment. Within a snapshot. */
export async function readMonth(rows: Rows, account: string, period: string): Promise<MonthView> {
  const known = await rows.account(account)
  if (known === undefined) return { outcome: 'unknown_account' }
  return {
    outcome: 'known',
    account: known,
    period: await rows.period(account, period),
    grants: await rows.openGrants(account, period),
  }
}
