import { parseDay } from '../records/date.ts'
import {
  type EndDay,
  isPlaceholderDay,
  knownDay,
  ON_UNKNOWN_DAY,
  placeholderLabel,
  toEndDay,
} from '../records/unknown-day.ts'
import { isDigits } from '../stdx/digits.ts'
import { FieldError } from '../stdx/json-fields.ts'

/** Counts lost values by label. */
export type Missing = (label: string) => void

export const NOT_A_DAY = 'is not a day; YYYY-MM-DD is expected'

/** The day of an end. Throws a FieldError for an invalid one: it must not make the company active again. */
export function endOf(text: string | null, field: string, missing: Missing): EndDay | null {
  if (text === null) return null
  const day = parseDay(text)
  if (day === undefined) throw new FieldError(field, NOT_A_DAY)
  const end = toEndDay(day)
  if (end === ON_UNKNOWN_DAY) missing(placeholderLabel(field, day))
  return end
}

/** Null for an unknown day. Throws a FieldError for an invalid one. */
export function knownDayOf(text: string | null, field: string, missing: Missing): string | null {
  return knownDay(endOf(text, field, missing))
}

/** Null for an unknown day, and for an invalid one. */
export function dayOrNone(text: string | null, field: string, missing: Missing): string | null {
  if (text === null) return null
  const day = parseDay(text)
  if (day !== undefined && !isPlaceholderDay(day)) return day
  missing(day === undefined ? `${field} is not a day` : placeholderLabel(field, day))
  return null
}

/** Zero means that there is no number. */
export function numberOrNone(number: string | null, field: string, missing: Missing): string | null {
  if (number === null || !/^0+$/.test(number)) return number
  missing(`${field} is 0, which means no number`)
  return null
}

/** `270 61` is `27061`. Undefined for a code that is not five digits. */
export function parsePostalCode(text: string): string | undefined {
  const code = text.replaceAll(' ', '')
  return code.length === 5 && isDigits(code) ? code : undefined
}
