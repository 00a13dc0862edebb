import { type Month, monthAfter, monthAt } from '../calendar.ts'
import { withRecall } from './open-period.ts'
import type { AccountRow, GrantRow, PeriodRow } from './rows.ts'
import { findRunningMonth } from './running-month.ts'
import type { Rows } from './store.ts'

export interface AllowanceRequest {
  readonly account: string
  readonly units: number
  readonly who: string
}

/**
 * Opens an account, or changes its allowance: at once in the months that run (around midnight there may be two), and
 * in those to come.
 * It reads no other count of a month, so it works while an account's books are in doubt.
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
 * Runs after the ledger has returned to an earlier month. Allowances that were set in a later month apply to the
 * running month now. Each is written as a new change, so that the audit can follow it.
 */
export async function repeatAllowances(rows: Rows, nowMs: number): Promise<void> {
  const later = (await rows.allowanceChanges()).filter(({ atMs }) => nowMs < atMs)
  const { period } = monthAt(nowMs)
  for (const account of [...new Set(later.map((change) => change.account))].sort()) {
    // A closed month does not change until the operator reopens it.
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

/**
 * Reads an account's month at one moment: one statement, unless the calendar has changed. `expected`: the month that
 * the node takes for the running one.
 */
export async function readMonth(rows: Rows, account: string, expected: Month): Promise<MonthView> {
  const names = [monthAt(expected.startsAtMs - 1).period, expected.period, monthAfter(expected).period]
  const found = await rows.accountMonths(account, names)
  if (found === undefined) return { outcome: 'unknown_account' }
  const periods = new Map(found.periods.map((row) => [row.period, row]))
  const read: Rows = {
    ...rows,
    period: async (of, name) => (names.includes(name) ? periods.get(name) : await rows.period(of, name)),
  }
  const month = await findRunningMonth(read, { account, expected, row: periods.get(expected.period) })
  const grants = found.grants.filter(({ period }) => period === month.period)
  return { outcome: 'known', account: found.account, month, period: periods.get(month.period), grants }
}
