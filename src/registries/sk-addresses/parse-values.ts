import { parseDay } from '../../records/date.ts'
import { findKeyFlaw, parseSourceKey } from '../../records/source-key.ts'
import { isPlaceholderDay, placeholderLabel } from '../../records/unknown-day.ts'
import { FieldError } from '../../stdx/json-fields.ts'
import { quoteValue } from '../../stdx/row-problem.ts'

/**
 * The number that stands for the key of a point; `missing` gets a label if the key is unusual. Throws a FieldError if
 * it is no key.
 */
export function parseKey(text: string, field: string, missing: string[]): number {
  const key = parseSourceKey(text, 'check-character')
  if (key === undefined) {
    throw new FieldError(
      field,
      `is ${quoteValue(text)}; digits and a check character (0 to 9 or A) were expected, 15 characters at most`,
    )
  }
  const flaw = findKeyFlaw(text)
  if (flaw !== undefined) missing.push(`key has a ${flaw}`)
  return key
}

/** The register writes 0 for a building that has no registration number. */
export function parseRegistrationNumber(text: string | null, field: string, missing: string[]): string | null {
  if (text !== '0') return text
  missing.push(`${field} is 0, which means none`)
  return null
}

/** `976 32` is `97632`; undefined if it is not a postal code. */
export function parsePostalCode(text: string): string | undefined {
  const code = text.replaceAll(' ', '')
  return /^[0-9]{5}$/.test(code) ? code : undefined
}

/** `2020-07-14Z` is that day. Null if the day is unknown; then `missing` gets a label, unless the field is empty. */
export function parseValidFrom(text: string | null, field: string, missing: string[]): string | null {
  if (text === null) return null
  const day = parseDay(text.replace(/Z$/, ''))
  if (day === undefined) missing.push(`${field} is not a day`)
  else if (isPlaceholderDay(day)) missing.push(placeholderLabel(field, day))
  else return day
  return null
}

/** Slovakia lies well inside. A point outside is in other units (S-JTSK metres) or has its axes exchanged. */
const BOUNDS = { longitude: { least: 16, most: 23 }, latitude: { least: 47, most: 50 } } as const

export function isInside(axis: keyof typeof BOUNDS, degrees: number): boolean {
  return BOUNDS[axis].least <= degrees && degrees <= BOUNDS[axis].most
}

export function boundsOf(axis: keyof typeof BOUNDS): string {
  return `${axis} ${BOUNDS[axis].least} to ${BOUNDS[axis].most} was expected`
}
