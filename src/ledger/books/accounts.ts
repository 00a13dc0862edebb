import { type Month, monthAfter, monthAt } from '../calendar.ts'
import { withRecall } from './open-period.ts'
import type { AccountRow, GrantRow, PeriodRow, Rows } from './rows.ts'
import { findRunningMonth } from './running-month.ts'

export interface AllowanceRequest {
  readonly account: string
  readonly units: number
  readonly who: string
}

/**
 * Opens an account, or changes what it may use in a month: at once in those that have begun and not ended (around midnight there may be two), and in those to
 * come. It looks at no other count of a month, so that the word is taken down also while an account's books are in doubt.
 */
export async function setAllowance(rows: Rows, { account, units, who }: AllowanceRequest): Promise<void> {
  const isNew = (await rows.insertAccount({ account, state: 'active', allowance: units })) === 'inserted'
  const known = (await rows.lockAccount(account))!
  const { ledgerMs: nowMs } = await rows.times()
  const change = { account, atMs: nowMs, to: units, who }
  if (isNew) return await rows.addAllowanceChange({ ...change, from: null })
  if (known.allowance === units) return
  await rows.putAccount({ ...known, allowance: units })
  await rows.addAllowanceChange({ ...change, from: known.allowance })
  await applyAllowance(rows, { account, units, nowMs })
}

/**
 * The ledger has returned to an earlier month, `nowMs`. Allowances that were set while it was later are those of the month that runs now: written as set again, so that
 * the audit can follow them.
 */
export async function repeatAllowances(rows: Rows, nowMs: number): Promise<void> {
  const later = (await rows.allowanceChanges()).filter(({ atMs }) => nowMs < atMs)
  const { period } = monthAt(nowMs)
  for (const account of [...new Set(later.map((change) => change.account))].sort()) {
    // Nothing of a closed month changes, until it is opened again.
    if ((await rows.period(account, period))?.state !== 'closed') await repeatAllowance(rows, account, nowMs)
  }
}

export async function repeatAllowance(rows: Rows, account: string, nowMs: number): Promise<void> {
  const known = await rows.lockAccount(account)
  if (known === undefined) return
  const { allowance: units } = known
  await rows.addAllowanceChange({ account, atMs: nowMs, from: units, to: units, who: 'ledger' })
  await applyAllowance(rows, { account, units, nowMs })
}

interface Allowance {
  readonly account: string
  readonly units: number
  readonly nowMs: number
}

async function applyAllowance(rows: Rows, { account, units, nowMs }: Allowance): Promise<void> {
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

/** An account's month as of one moment, in one statement unless the calendar has changed. `asked`: which the node believes to be running. */
export async function readMonth(rows: Rows, account: string, asked: Month): Promise<MonthView> {
  const names = [monthAt(asked.startsAtMs - 1).period, asked.period, monthAfter(asked).period]
  const found = await rows.accountMonths(account, names)
  if (found === undefined) return { outcome: 'unknown_account' }
  const periods = new Map(found.periods.map((row) => [row.period, row]))
  const read: Rows = {
    ...rows,
    period: async (of, name) => (names.includes(name) ? periods.get(name) : await rows.period(of, name)),
  }
  const month = await findRunningMonth(read, { account, asked, row: periods.get(asked.period) })
  const grants = found.grants.filter(({ period }) => period === month.period)
  return { outcome: 'known', account: found.account, month, period: periods.get(month.period), grants }
}
