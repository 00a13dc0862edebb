import { type Month, monthAfter, monthAt } from '../calendar.ts'
import type { PeriodRow } from './rows.ts'
import type { Rows } from './store.ts'

/**
 * Finds the month that runs for an account when a node takes `expected` for the running one. Rules of a time zone can
 * change while a month runs, and two nodes can know different ones. So a month keeps the ends that were written when
 * it was opened, and the next one begins where it ended.
 * `row` is the row of the expected month. If it agrees with the calendar, as nearly always, nothing more is read.
 */
export async function findRunningMonth(rows: Rows, { account, expected, row }: RunningMonthQuery): Promise<Month> {
  if (row !== undefined) {
    const isOverEarly = row.endsAtMs < expected.endsAtMs && row.endsAtMs <= (await rows.times()).ledgerMs
    return isOverEarly ? await after(rows, row, monthAfter(expected)) : monthOfRow(row)
  }
  const before = await rows.period(account, monthAt(expected.startsAtMs - 1).period)
  if (before === undefined) return expected
  const runsStill = expected.startsAtMs < before.endsAtMs && (await rows.times()).ledgerMs < before.endsAtMs
  return runsStill ? monthOfRow(before) : await after(rows, before, expected)
}

export interface RunningMonthQuery {
  readonly account: string
  readonly expected: Month
  readonly row: PeriodRow | undefined
}

export function monthOfRow({ period, startsAtMs, endsAtMs }: PeriodRow): Month {
  return { period, startsAtMs, endsAtMs }
}

async function after(rows: Rows, { account, endsAtMs }: PeriodRow, next: Month): Promise<Month> {
  const row = await rows.period(account, next.period)
  return row === undefined ? { ...next, startsAtMs: endsAtMs } : monthOfRow(row)
}
