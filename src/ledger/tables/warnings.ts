import { type Rows, selectJsonRows } from './books.ts'

/** Shares of a month's allowance, in percent, at which the operator is warned. */
export const WARN_AT = [100, 80, 50] as const
export type WarnedShare = (typeof WARN_AT)[number]

/** An account has used so much of a month. */
export interface MonthWarning {
  readonly period: string
  readonly account: string
  readonly percent: WarnedShare
  readonly units: number
  readonly credited: number
  /** Without credits, so that a credit is no reason to warn again; a new allowance is one. */
  readonly allowance: number
  readonly atMs: number
}

export type ReachedShare = Omit<MonthWarning, 'atMs'> & { readonly isWarned: boolean }

type Reached = readonly [string, WarnedShare, units: number, credited: number, allowance: number, warned: number]

/** The accounts that have used half of the month or more, each with the highest share that it has reached. */
export async function readReachedShares(rows: Rows, period: string): Promise<ReachedShare[]> {
  const found = await rows.query<Reached>(REACHED, period)
  return found.map(([account, percent, units, credited, allowance, warned]) => ({
    period,
    account,
    percent,
    units,
    credited,
    allowance,
    isWarned: warned === 1,
  }))
}

const REACHED = `
  select r.account, r.percent, r.spent, r.credited, r.allowance, case when exists (
      select 1 from warning w where w.period = $1 and w.account = r.account and w.allowance = r.allowance
        and r.percent <= w.percent) then 1 else 0 end
  from (
    select m.account, m.spent, m.credited, a.allowance,
      case ${WARN_AT.map((at) => `when ${at} * (a.allowance + m.credited) <= 100 * m.spent then ${at}`).join(' ')} end
        as percent
    from account_month m join account a on a.account = m.account where m.period = $1 and 0 < m.spent
  ) as r where r.percent is not null order by r.account`

/** Returns those that no server has added before. */
export async function addWarnings(rows: Rows, warnings: readonly MonthWarning[]): Promise<MonthWarning[]> {
  const list = warnings.map(({ period, account, allowance, percent, units, credited, atMs }) => [
    period,
    account,
    allowance,
    percent,
    units,
    credited,
    atMs,
  ])
  const select = selectJsonRows(rows.dialect, 'text', 'text', 'number', 'number', 'number', 'number', 'number')
  // Without a condition SQLite takes the conflict for a part of the join.
  const sql = `insert into warning (period, account, allowance, percent, units, credited, at_ms) ${select} where true
               on conflict do nothing returning ${COLUMNS}`
  return toWarnings(await rows.query<Stored>(sql, JSON.stringify(list)))
}

/** The warnings since this time that no receiver has acknowledged, oldest first. */
export async function readUnsent(rows: Rows, sinceMs: number, most: number): Promise<MonthWarning[]> {
  const sql = `select ${COLUMNS} from warning where $1 <= at_ms and sent_at_ms is null order by at_ms, account limit $2`
  return toWarnings(await rows.query<Stored>(sql, sinceMs, most))
}

export async function markSent(rows: Rows, warnings: readonly MonthWarning[], nowMs: number): Promise<void> {
  const list = warnings.map(({ period, account, allowance, percent }) => [period, account, allowance, percent])
  const select = selectJsonRows(rows.dialect, 'text', 'text', 'number', 'number')
  const sql = `update warning set sent_at_ms = $2 where (period, account, allowance, percent) in (${select})`
  await rows.run(sql, JSON.stringify(list), nowMs)
}

const COLUMNS = 'period, account, percent, units, credited, allowance, at_ms'
type Stored = readonly [string, string, WarnedShare, number, number, number, number]

function toWarnings(found: readonly Stored[]): MonthWarning[] {
  return found.map(([period, account, percent, units, credited, allowance, atMs]) => ({
    period,
    account,
    percent,
    units,
    credited,
    allowance,
    atMs,
  }))
}
