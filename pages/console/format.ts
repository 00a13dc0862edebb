import { html } from './dom.ts'

const WHOLE = new Intl.NumberFormat('en-US')
const SHORT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
const TIME = new Intl.DateTimeFormat('en-GB', {
  ...({ day: 'numeric', month: 'short', year: 'numeric' } as const),
  ...({ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const),
})
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
/** Swedish writes `2026-11`. */
const MONTH_OF_BOOKS = new Intl.DateTimeFormat('sv-SE', {
  year: 'numeric',
  month: '2-digit',
  timeZone: 'Europe/Bratislava',
})

/** `1 234 567`, with narrow spaces that do not break. */
export function formatCount(value: number): string {
  return WHOLE.format(value).replaceAll(',', '\u202f')
}

/** `1.2M`: for the axes of charts. */
export function formatShort(value: number): string {
  return SHORT.format(value)
}

/** `+1 234`, `−5`, `0`. */
export function formatDifference(value: number | null): string {
  if (value === null) return 'first'
  if (value === 0) return '0'
  return `${value < 0 ? '−' : '+'}${formatCount(Math.abs(value))}`
}

export function formatShare(part: number, whole: number): string {
  if (whole === 0) return '–'
  const percent = (100 * part) / whole
  return 0 < percent && percent < 0.1 ? '< 0.1 %' : `${percent.toFixed(percent < 10 ? 1 : 0)} %`
}

/** A day like `2026-11-21`. */
export function formatDay(day: string): string {
  return DAY.format(new Date(`${day}T00:00:00Z`))
}

/** A month like `2026-11`. */
export function formatMonth(month: string): string {
  return MONTH.format(new Date(`${month}-01T00:00:00Z`))
}

const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** `14:05`, in the time zone of the browser. */
export function formatTimeOfDay(iso: string): string {
  return CLOCK.format(new Date(iso))
}

/** A moment, in the time zone of the browser. */
export function timeOf(iso: string): HTMLElement {
  return html('time', { datetime: iso, title: iso }, TIME.format(new Date(iso)))
}

export function formatAge(iso: string, asOf: string): string {
  return `${formatSeconds(Math.max(0, Math.round((Date.parse(asOf) - Date.parse(iso)) / 1000)))} ago`
}

export function formatSeconds(seconds: number): string {
  if (seconds < 90) return `${seconds} s`
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} h`
  return `${Math.round(seconds / 86_400)} days`
}

export function formatBytes(bytes: number): string {
  if (bytes < 1e6) return `${formatCount(bytes)} B`
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(0)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** The month of a moment as the books count it. */
export function monthAt(iso: string): string {
  return MONTH_OF_BOOKS.format(new Date(iso))
}

export function monthBefore(month: string): string {
  return monthsFrom(month, -1)
}

export function monthAfter(month: string): string {
  return monthsFrom(month, 1)
}

export function daysOf(month: string): string[] {
  const days = new Date(`${monthAfter(month)}-01T00:00:00Z`).getTime() - new Date(`${month}-01T00:00:00Z`).getTime()
  return Array.from({ length: days / 86_400_000 }, (_, i) => `${month}-${String(i + 1).padStart(2, '0')}`)
}

function monthsFrom(month: string, by: number): string {
  const date = new Date(`${month}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + by)
  return date.toISOString().slice(0, 7)
}
