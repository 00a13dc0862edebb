import { dayNumber, dayText } from './days.ts'

/** For which day each register's newest files would be, seen from a given day. */
export interface RegisterDates {
  /** The first Saturday of a month. The dailies after it are out as well. */
  readonly rpoInit: string
  /** Quarterly; our choice of day, the register's own varies. */
  readonly skAddresses: string
  /** The last day of the previous month. */
  readonly czAddresses: string
  /** The 15th or the last day of a month, published two days later. */
  readonly res: string
  /** Daily. */
  readonly vr: string
}

export function registerDates(today: string, dailies: number): RegisterDates {
  const now = dayNumber(today)
  return {
    rpoInit: latest(now - dailies, isFirstSaturday),
    skAddresses: latest(now, isQuarterDay),
    czAddresses: latest(now - Number(today.slice(8)), () => true),
    res: latest(now - 2, (day) => dayOfMonth(day) === 15 || dayOfMonth(day + 1) === 1),
    vr: dayText(now - 1),
  }
}

function latest(from: number, fits: (day: number) => boolean): string {
  let day = from
  while (!fits(day)) day--
  return dayText(day)
}

function isFirstSaturday(day: number): boolean {
  // 1970-01-01 was a Thursday.
  return (day + 4) % 7 === 6 && dayOfMonth(day) <= 7
}

function isQuarterDay(day: number): boolean {
  return dayOfMonth(day) === 21 && Number(dayText(day).slice(5, 7)) % 3 === 2
}

function dayOfMonth(day: number): number {
  return Number(dayText(day).slice(8))
}
