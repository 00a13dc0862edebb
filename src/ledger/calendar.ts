import { assert } from '../stdx/assert.ts'

/** A calendar month in Europe/Bratislava: `startsAtMs` belongs to it, `endsAtMs` is the start of the next. */
export interface Month {
  /** `2026-11` */
  readonly period: string
  readonly startsAtMs: number
  readonly endsAtMs: number
}

/**
 * The month of an instant. Every request needs it, so the last result is kept: a comparison instead of some
 * microseconds for the rules of the time zone. At the end of a month several months are needed in turn, so three more
 * are kept.
 */
export function monthAt(ms: number): Month {
  if (last.startsAtMs <= ms && ms < last.endsAtMs) return last
  const known = recent.find(({ startsAtMs, endsAtMs }) => startsAtMs <= ms && ms < endsAtMs)
  if (known !== undefined) return (last = known)
  last = monthFrom(Temporal.Instant.fromEpochMilliseconds(Math.floor(ms)).toZonedDateTimeISO(ZONE).toPlainDate())
  recent.unshift(last)
  recent.length = Math.min(recent.length, RECENT_MAX)
  return last
}

/** The month of a period like `2026-11`; undefined for any other text. */
export function monthOf(period: string): Month | undefined {
  return PERIOD.test(period) ? monthFrom(Temporal.PlainDate.from(`${period}-01`)) : undefined
}

export function monthAfter(month: Month): Month {
  return monthAt(month.endsAtMs)
}

/** A day in the same time zone. */
export interface Day {
  /** `2026-11-21` */
  readonly day: string
  readonly startsAtMs: number
  readonly endsAtMs: number
}

export function dayAt(ms: number): Day {
  const day = Temporal.Instant.fromEpochMilliseconds(Math.floor(ms)).toZonedDateTimeISO(ZONE).toPlainDate()
  return { day: day.toString(), startsAtMs: midnight(day), endsAtMs: midnight(day.add({ days: 1 })) }
}

const ZONE = 'Europe/Bratislava'
const PERIOD = /^[1-9][0-9]{3}-(0[1-9]|1[0-2])$/

/** No instant lies in it. */
let last: Month = { period: '', startsAtMs: 0, endsAtMs: 0 }

const recent: Month[] = []
const RECENT_MAX = 4

/** Uses calendar days instead of adding hours: a month with a clock change is an hour longer or shorter. */
function monthFrom(day: Temporal.PlainDate): Month {
  const first = day.with({ day: 1 })
  const period = first.toPlainYearMonth().toString()
  assert(PERIOD.test(period), `${period} is a month of this calendar`)
  return Object.freeze({ period, startsAtMs: midnight(first), endsAtMs: midnight(first.add({ months: 1 })) })
}

function midnight(day: Temporal.PlainDate): number {
  return day.toZonedDateTime(ZONE).epochMilliseconds
}
