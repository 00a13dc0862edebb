import { type Month, monthAfter, monthAt } from '../calendar.ts'
import type { Rows } from './books.ts'

/** The stored month of an instant: a later change of the time zone's rules moves no month that has begun. */
export async function readMonth(rows: Rows, ms: number): Promise<Month | undefined> {
  const sql = 'select period, starts_at_ms, ends_at_ms from month where starts_at_ms <= $1 and $1 < ends_at_ms'
  const [row] = await rows.query<readonly [string, number, number]>(sql, ms)
  return row && { period: row[0], startsAtMs: row[1], endsAtMs: row[2] }
}

export async function listPeriods(rows: Rows): Promise<string[]> {
  return (await rows.query<readonly [string]>('select period from month order by starts_at_ms')).flat()
}

/**
 * Stores the month of this moment and the next one, and returns the first. A month starts where the stored one before
 * it ends, so servers with different rules of the time zone leave no gap and no overlap.
 */
export async function storeMonths(rows: Rows, nowMs: number): Promise<Month> {
  const month = await storeMonth(rows, monthAt(nowMs), nowMs)
  // Its middle lies in this month by any rules.
  await storeMonth(rows, monthAfter(monthAt(Math.floor((month.startsAtMs + month.endsAtMs) / 2))), month.endsAtMs)
  return month
}

async function storeMonth(rows: Rows, wanted: Month, atMs: number): Promise<Month> {
  const known = await readMonth(rows, atMs)
  if (known !== undefined) return known
  const around = `select max(ends_at_ms), (select min(starts_at_ms) from month where $1 < starts_at_ms)
                  from month where ends_at_ms <= $1`
  const [[before, after]] = (await rows.query(around, atMs)) as [[number | null, number | null]]
  // Only a neighbour within some hours of the calendar's boundary is the month beside it.
  const near = (stored: number | null, boundary: number): number =>
    stored !== null && Math.abs(stored - boundary) < NEIGHBOUR_MS ? stored : boundary
  const startsAtMs = near(before, wanted.startsAtMs)
  const endsAtMs = near(after, wanted.endsAtMs)
  // Its stored month may have ended already, by other rules.
  const ended = await rows.query('select 1 from month where period = $1 and ends_at_ms <= $2', wanted.period, atMs)
  if (0 < ended.length) return await storeMonth(rows, monthAfter(wanted), atMs)
  const insert = 'insert into month (period, starts_at_ms, ends_at_ms) values ($1, $2, $3) on conflict do nothing'
  await rows.run(insert, wanted.period, startsAtMs, endsAtMs)
  return (await readMonth(rows, atMs)) ?? { ...wanted, startsAtMs, endsAtMs }
}

/** A change of a time zone's rules moves midnight by hours. */
const NEIGHBOUR_MS = 2 * 86_400_000
