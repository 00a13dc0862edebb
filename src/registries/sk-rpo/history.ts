import { isPlaceholderDay, placeholderLabel } from '../../records/unknown-day.ts'
import { compareText } from '../../stdx/compare-text.ts'
import { FieldError, type JsonObject, objectsField, textField } from '../../stdx/json-fields.ts'
import type { Missing } from '../lost-values.ts'

/** One value of a field with its first and last day. */
export interface Dated<Value> {
  readonly value: Value
  /** Empty if it is unknown. */
  readonly from: string
  /** Null: it is still valid. Empty: it ended on an unknown day. */
  readonly to: string | null
}

/** The objects of a history, with their validity. */
export function history(record: JsonObject, name: string, missing: Missing, within = ''): readonly Dated<JsonObject>[] {
  return objectsField(record, name, within).map((entry) => ({
    value: entry,
    from: day(entry, 'validFrom', within + name, missing) ?? '',
    to: day(entry, 'validTo', within + name, missing),
  }))
}

/** The texts of a history whose entries are `{value: "…"}`. Blank ones are none. */
export function textHistory(record: JsonObject, name: string, missing: Missing, within = ''): readonly Dated<string>[] {
  const texts: Dated<string>[] = []
  for (const { value: entry, from, to } of history(record, name, missing, within)) {
    const value = textField(entry, 'value', `${within}${name}.`)
    if (value !== null) texts.push({ value, from, to })
  }
  return texts
}

/** The current value, or the last one. Undefined if there is none. */
export function currentValue<Value>(entries: readonly Dated<Value>[]): Value | undefined {
  let newest: Dated<Value> | undefined
  for (const entry of entries) if (newest === undefined || compareAge(entry, newest) < 0) newest = entry
  return newest?.value
}

export function newestFirst<Value>(entries: readonly Dated<Value>[]): readonly Dated<Value>[] {
  return entries.length < 2 ? entries : entries.toSorted(compareAge)
}

/**
 * Negative if `a` is newer. An entry without an end is newer than one with an end; then the later beginning
 * or the later end counts. The register keeps no order, has intervals that end before they begin, and pairs that
 * contradict each other: where the days do not decide, the values do, so that the same entries in another order are not
 * a change.
 */
function compareAge(a: Dated<unknown>, b: Dated<unknown>): number {
  if (a.to === null && b.to !== null) return -1
  if (a.to !== null && b.to === null) return 1
  return compareText(b.to ?? '', a.to ?? '') || compareText(b.from, a.from) || compareText(textOf(b), textOf(a))
}

/** Cached, because one large value among a thousand others of the same days would be serialized a thousand times. */
const texts = new WeakMap<Dated<unknown>, string>()

function textOf(entry: Dated<unknown>): string {
  return texts.getOrInsertComputed(entry, () => JSON.stringify(entry.value))
}

/** Days are only compared, so the place of an invalid one is harmless. Empty for a placeholder. */
function day(entry: JsonObject, name: string, within: string, missing: Missing): string | null {
  const value = entry[name]
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'string') throw new FieldError(`${within}.${name}`, 'is not a text; a day was expected')
  if (!isPlaceholderDay(value)) return value
  missing(placeholderLabel(`${within}.${name}`, value))
  return ''
}
