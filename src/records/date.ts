/** A calendar day as the registries write it: `YYYY-MM-DD`, a day that exists. */
export function parseDay(text: string): string | undefined {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return undefined
  const month = (text.charCodeAt(5) - 48) * 10 + (text.charCodeAt(6) - 48)
  const day = (text.charCodeAt(8) - 48) * 10 + (text.charCodeAt(9) - 48)
  if (month < 1 || 12 < month || day < 1) return undefined
  return day <= daysInMonth(Number(text.slice(0, 4)), month) ? text : undefined
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
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
