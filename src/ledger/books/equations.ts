import { assert } from '../../stdx/assert.ts'
import { monthOf } from '../calendar.ts'
import { type Difference, findDifference, formatDifference, makeDifference } from './difference.ts'
import { HOLD_MAX } from './limits.ts'
import type { GrantRow, PeriodRow } from './rows.ts'

/*
 * The equations of the books, by name.
 *
 *   E1   allowance = confirmed + reserved + hold + unallocated, none of them negative
 *   E2   reserved = the sizes of the open grants
 *   E3   of each grant 0 ≤ acked ≤ spent ≤ size, and spent = its lines in the journal that are not void
 *   E4   acknowledged lines = acked, of each grant; = confirmed + acked of the open grants, of each month
 *   E5   lines not yet acknowledged = spent − acked of the open grants
 *   E6   lines in doubt = hold ≤ 100; the exposure of the open grants bounds what can still be added;
 *        what found no room = clipped
 *   E10  confirmed + hold ≤ the largest allowance that was in force
 *
 * Equations of one row are asserted whenever the row is written. The audit (`audit-run.ts`) adds up the journal and
 * checks the others. E7, E8, E9 and E11 are about answers to clients and changes over time, which one state of the
 * books cannot show: the simulation checks them.
 */

/** E1. After a cut below the units already given out, nothing is unallocated. */
export function countUnallocatedUnits(period: PeriodRow): number {
  return Math.max(0, period.allowance - period.confirmed - period.reserved - period.hold)
}

/**
 * E1, E6 and E10 of one month: no count is negative, the hold is within its limit, and no more than the largest
 * allowance was given out.
 */
export function checkPeriod(row: PeriodRow): Difference | undefined {
  for (const what of ['allowance', 'allowanceMax', 'confirmed', 'reserved', 'hold', 'exposure', 'clipped'] as const) {
    if (!Number.isSafeInteger(row[what]) || row[what] < 0)
      return makeDifference('E1', row, { what, is: row[what], against: 'a count is at least', shouldBe: 0 })
  }
  if (HOLD_MAX < row.hold)
    return makeDifference('E6', row, { what: 'hold', is: row.hold, against: 'it is at most', shouldBe: HOLD_MAX })
  if (row.allowanceMax < row.allowance) {
    const against = 'the allowance now in force is'
    return makeDifference('E10', row, {
      what: 'the largest allowance',
      is: row.allowanceMax,
      against,
      shouldBe: row.allowance,
    })
  }
  const given = row.confirmed + row.reserved + row.hold
  if (row.allowanceMax < given) {
    const against = 'the largest allowance is'
    return makeDifference('E10', row, { what: 'what was given out', is: given, against, shouldBe: row.allowanceMax })
  }
  if (row.state === 'closed')
    return findDifference('E1', row, {
      what: 'reserved',
      is: row.reserved,
      against: 'in a closed month it is',
      shouldBe: 0,
    })
  return undefined
}

/**
 * A month keeps its stored ends when the rules of the time zone change. Such a change moves them no further than
 * daylight saving time does.
 */
const ZONE_RULES_MS = 2 * 3_600_000

/** Checks that a month begins and ends when its name says. */
export function checkMonthBounds(row: PeriodRow): (Difference | undefined)[] {
  const month = monthOf(row.period)
  if (month === undefined)
    return [
      makeDifference('month', row, { what: 'its name', is: row.period, against: 'it is written', shouldBe: '2026-11' }),
    ]
  return (['startsAtMs', 'endsAtMs'] as const).map((what) => {
    if (Math.abs(row[what] - month[what]) <= ZONE_RULES_MS) return undefined
    return makeDifference('month', row, {
      what,
      is: row[what],
      against: 'the calendar says about',
      shouldBe: month[what],
    })
  })
}

/** E3 of one row: 0 ≤ acked ≤ spent ≤ size. */
export function checkGrant(row: GrantRow): Difference | undefined {
  const place = { ...row, grant: row.id }
  const { acked, spent, size } = row
  if (!Number.isSafeInteger(size))
    return makeDifference('E3', place, { what: 'size', is: size, against: 'it is less than', shouldBe: 2 ** 53 })
  if (size < spent)
    return makeDifference('E3', place, { what: 'spent', is: spent, against: 'its size is', shouldBe: size })
  if (spent < acked)
    return makeDifference('E3', place, { what: 'acked', is: acked, against: 'spent is', shouldBe: spent })
  if (acked < 0)
    return makeDifference('E3', place, { what: 'acked', is: acked, against: 'it is at least', shouldBe: 0 })
  return undefined
}

/** The units of the lines of one grant, by what became of them. */
export interface GrantLines {
  readonly acked: number
  readonly posted: number
  readonly held: number
  readonly clipped: number
}

/**
 * E3 and E4 of one grant against the journal. Which of its unacknowledged lines are held or clipped is counted in its
 * month.
 */
export function compareGrantLines(row: GrantRow, lines: GrantLines): (Difference | undefined)[] {
  const place = { ...row, grant: row.id }
  const inJournal = lines.acked + lines.posted + lines.held + lines.clipped
  return [
    findDifference('E3', place, {
      ...{ what: 'spent', is: row.spent },
      ...{ against: 'its lines in the journal that are not void sum up to', shouldBe: inJournal },
    }),
    findDifference('E4', place, {
      ...{ what: 'acked', is: row.acked },
      ...{ against: 'its acknowledged lines in the journal sum up to', shouldBe: lines.acked },
    }),
  ]
}

/** The sums of a month's grants and their lines, in units. */
export interface MonthSums {
  readonly sizeOfOpen: number
  readonly exposureOfOpen: number
  readonly ackedOfOpen: number
  readonly unackedOfOpen: number
  readonly ackedOfClosed: number
  readonly lines: GrantLines
}

/** E2, E4, E5 and E6 of one month. */
export function compareMonth(row: PeriodRow, sums: MonthSums): (Difference | undefined)[] {
  const { lines } = sums
  const compared = (rule: 'E2' | 'E4' | 'E5' | 'E6', what: string, is: number, against: string, shouldBe: number) =>
    findDifference(rule, row, { what, is, against, shouldBe })
  return [
    compared('E2', 'reserved', row.reserved, 'the sizes of its open grants sum up to', sums.sizeOfOpen),
    compared('E4', 'confirmed', row.confirmed, 'its closed grants acknowledged', sums.ackedOfClosed),
    compared(
      ...(['E4', 'confirmed with the acked of its open grants', row.confirmed + sums.ackedOfOpen] as const),
      ...(['its acknowledged lines in the journal sum up to', lines.acked] as const),
    ),
    compared(
      ...(['E5', 'what its open grants have not acknowledged', sums.unackedOfOpen] as const),
      ...(['its lines in the journal that wait for it sum up to', lines.posted] as const),
    ),
    compared('E6', 'hold', row.hold, 'its held lines in the journal sum up to', lines.held),
    compared('E6', 'clipped', row.clipped, 'its clipped lines in the journal sum up to', lines.clipped),
    compared('E6', 'exposure', row.exposure, 'its open grants may leave', sums.exposureOfOpen),
  ]
}

/** For rows about to be written: a row that breaks an equation is our bug. */
export function assertHolds(broken: Difference | undefined): void {
  if (broken !== undefined) assert(false, formatDifference(broken))
}
