import type { Month } from '../calendar.ts'
import { withRecall } from './open-period.ts'
import type { AccountRow, GrantRow, PeriodRow, Rows } from './rows.ts'
import { runningMonth } from './running-month.ts'

export interface AllowanceWord {
  readonly account: string
  readonly units: number
  readonly who: string
}

/**
 * Opens an account, or changes what it may use in a month: at once in those that have begun and not ended (around midnight there may be two), and in those to
 * come. It looks at no other count of a month, so that the word is taken down also while an account's books are in doubt.
 */
export async function setAllowance(rows: Rows, { account, units, who }: AllowanceWord): Promise<void> {
  const isNew = (await rows.insertAccount({ account, state: 'active', allowance: units })) === 'inserted'
  const known = (await rows.lockAccount(account))!
  const nowMs = await rows.now()
  const change = { account, atMs: nowMs, to: units, who }
  if (isNew) return await rows.addAllowanceChange({ ...change, from: null })
  if (known.allowance === units) return
  await rows.putAccount({ ...known, allowance: units })
  await rows.addAllowanceChange({ ...change, from: known.allowance })
  for (const period of await rows.lockOpenPeriods(account)) {
    if (period.endsAtMs <= nowMs) continue
    const allowances = { allowance: units, allowanceMax: Math.max(period.allowanceMax, units) }
    await rows.putPeriod(withRecall({ ...period, ...allowances }))
  }
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
      readonly month: Month
      /** Undefined: nothing has happened in it. */
      readonly period: PeriodRow | undefined
      readonly grants: readonly GrantRow[]
    }

/** An account's month as of one moment. Within a snapshot. `asked`: which the node believes to be running. */
export async function readMonth(rows: Rows, account: string, asked: Month): Promise<MonthView> {
  const known = await rows.account(account)
  if (known === undefined) return { outcome: 'unknown_account' }
  const row = await rows.period(account, asked.period)
  const month = await runningMonth(rows, { account, asked, row })
  return {
    outcome: 'known',
    account: known,
    month,
    period: row?.period === month.period ? row : await rows.period(account, month.period),
    grants: await rows.openGrants(account, month.period),
  }
}
