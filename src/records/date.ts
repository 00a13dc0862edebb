import { DAY_MS } from '../stdx/time-units.ts'
/** Parses an existing day, `YYYY-MM-DD`. By characters: a regular expression took longer than all the rest. */
export function parseDay(text: string): string | undefined {
  if (text.length !== 10 || text[4] !== '-' || text[7] !== '-') return undefined
  for (const at of DIGIT_PLACES) if (!isDigit(text.charCodeAt(at))) return undefined
  const month = (text.charCodeAt(5) - 48) * 10 + (text.charCodeAt(6) - 48)
  const day = (text.charCodeAt(8) - 48) * 10 + (text.charCodeAt(9) - 48)
  if (month < 1 || 12 < month || day < 1) return undefined
  if (day <= 28) return text
  return day <= daysInMonth(Number(text.slice(0, 4)), month) ? text : undefined
}

const DIGIT_PLACES = [0, 1, 2, 3, 5, 6, 8, 9] as const

function isDigit(code: number): boolean {
  return 48 <= code && code <= 57
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** The day after: `2026-02-28` → `2026-03-01`. */
export function dayAfter(day: string): string {
  return addDays(day, 1)
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}
