import { DAY_MS } from '../src/stdx/time-units.ts'

const FIRST = -20_000
const texts: string[] = []

/** Days since 1970 of `YYYY-MM-DD`. */
export function dayNumber(text: string): number {
  return Math.round(Date.parse(`${text}T00:00:00Z`) / DAY_MS)
}

/** `YYYY-MM-DD`. Remembered: millions of dates are written and there are only so many days. */
export function dayText(day: number): string {
  const known = texts[day - FIRST]
  if (known !== undefined) return known
  const text = new Date(day * DAY_MS).toISOString().slice(0, 10)
  texts[day - FIRST] = text
  return text
}

const PLACEHOLDERS = [dayNumber('1000-01-01'), dayNumber('1800-01-01')] as const

/** A day that registers write where they know none; `record` decides which of the two. */
export function placeholderDay(record: number): number {
  return PLACEHOLDERS[record & 1]!
}
