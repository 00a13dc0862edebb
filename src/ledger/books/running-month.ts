import { type Month, monthAfter, monthAt } from '../calendar.ts'
import type { PeriodRow, Rows } from './rows.ts'

/**
 * The month that runs for an account where a node believes that `asked` does. The rules of a time zone can change while a month runs, and two nodes can know
 * different ones: the ends of a month are those that were written when it was opened, and the next one begins where it ended. `row`: of the month that is asked
 * for. Where it agrees with the calendar, as nearly always, nothing more is read.
 */
export async function findRunningMonth(rows: Rows, { account, asked, row }: RunningMonthQuery): Promise<Month> {
  if (row !== undefined) {
    const isOverEarly = row.endsAtMs < asked.endsAtMs && row.endsAtMs <= (await rows.times()).ledgerMs
    return isOverEarly ? await after(rows, row, monthAfter(asked)) : monthOfRow(row)
  }
  const before = await rows.period(account, monthAt(asked.startsAtMs - 1).period)
  if (before === undefined) return asked
  const runsStill = asked.startsAtMs < before.endsAtMs && (await rows.times()).ledgerMs < before.endsAtMs
  return runsStill ? monthOfRow(before) : await after(rows, before, asked)
}

export interface RunningMonthQuery {
  readonly account: string
  readonly asked: Month
  readonly row: PeriodRow | undefined
}

/** As it was written when it was opened. */
export function monthOfRow({ period, startsAtMs, endsAtMs }: PeriodRow): Month {
  return { period, startsAtMs, endsAtMs }
}

async function after(rows: Rows, { account, endsAtMs }: PeriodRow, next: Month): Promise<Month> {
  const row = await rows.period(account, next.period)
  return row === undefined ? { ...next, startsAtMs: endsAtMs } : monthOfRow(row)
}
