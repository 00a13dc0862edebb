import type { Address } from '../../records/address.ts'
import type { Company } from '../../records/company.ts'
import { formatSourceKey, type KeyForm } from '../../records/source-key.ts'
import type { CodeReport, Span, ValueReport } from './inspection.ts'

/** A field with more different values than this is no code, and memory has an end. */
const CODE_VALUES_MAX = 2000
const MOST_FREQUENT_MAX = 10

/** What one field of a record holds: a text, a number, a truth; null for nothing. */
type Value = string | number | boolean | null

/** Codes whose values are counted. A register that adds or drops one has changed. */
const CODES: ReadonlySet<string> = new Set([
  'legalForm',
  'legalStatus',
  'register',
  'size',
  'seat.countryCode',
  'region',
  'county',
  'houseNumberType',
])

const RANGES = /On$|From$|^latitude$|^longitude$/

/** Ranges, fill and frequencies over all records of a set, in memory that does not grow with it. */
export class ValueSummary {
  readonly #form: KeyForm
  #firstKey: number | undefined
  #lastKey: number | undefined
  readonly #fields = new Map<string, FieldSummary>()

  constructor(form: KeyForm) {
    this.#form = form
  }

  add(key: number, record: Company | Address): void {
    // A key with a flaw is stored as a negative number, which says nothing about its order.
    if (0 <= key && (this.#firstKey === undefined || key < this.#firstKey)) this.#firstKey = key
    if (0 <= key && (this.#lastKey === undefined || this.#lastKey < key)) this.#lastKey = key
    for (const name in record) {
      const value = record[name as keyof typeof record] as unknown
      if (name === 'country') continue
      if (name === 'seat') {
        const seat = value as Readonly<Record<string, Value>>
        for (const part in seat) this.#field(SEAT_FIELDS.get(part) ?? `seat.${part}`).add(seat[part]!)
      } else this.#field(name).add(plainValue(value))
    }
  }

  report(): ValueReport {
    const fields = [...this.#fields.values()]
    return {
      keys: this.#keys(),
      ranges: fields.flatMap((field) => field.range() ?? []),
      filled: fields.map(({ name, filled }) => ({ field: name, records: filled })),
      codes: fields.flatMap((field) => field.codes() ?? []),
    }
  }

  #keys(): Span | null {
    if (this.#firstKey === undefined || this.#lastKey === undefined) return null
    return { from: formatSourceKey(this.#firstKey, this.#form), to: formatSourceKey(this.#lastKey, this.#form) }
  }

  #field(name: string): FieldSummary {
    return this.#fields.getOrInsertComputed(name, summarizeField)
  }
}

/** Joined once and not for every record. */
const SEAT_FIELDS = new Map<string, string>()

const summarizeField = (name: string): FieldSummary => new FieldSummary(name)

class FieldSummary {
  readonly name: string
  filled = 0
  readonly #hasRange: boolean
  #least: string | number | undefined
  #greatest: string | number | undefined
  readonly #counts: Map<string, number> | undefined

  constructor(name: string) {
    this.name = name
    this.#hasRange = RANGES.test(name)
    this.#counts = CODES.has(name) ? new Map() : undefined
    if (name.startsWith('seat.')) SEAT_FIELDS.set(name.slice(5), name)
  }

  add(value: Value): void {
    if (value === null || value === false) return
    this.filled += 1
    if (typeof value === 'boolean') return
    if (this.#hasRange) {
      if (this.#least === undefined || value < this.#least) this.#least = value
      if (this.#greatest === undefined || this.#greatest < value) this.#greatest = value
    }
    if (this.#counts === undefined) return
    const text = String(value)
    const count = this.#counts.get(text)
    if (count !== undefined || this.#counts.size < CODE_VALUES_MAX) this.#counts.set(text, (count ?? 0) + 1)
  }

  range(): (Span & { field: string }) | undefined {
    if (this.#least === undefined) return undefined
    return { field: this.name, from: String(this.#least), to: String(this.#greatest) }
  }

  codes(): CodeReport | undefined {
    if (this.#counts === undefined || this.#counts.size === 0) return undefined
    const byFrequency = [...this.#counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    const mostFrequent = byFrequency.slice(0, MOST_FREQUENT_MAX).map(([value, records]) => ({ value, records }))
    return { field: this.name, values: this.#counts.size, mostFrequent }
  }
}

/** A code by its code, a list by whether it holds anything. */
function plainValue(value: unknown): Value {
  if (value === null || typeof value !== 'object') return value as Value
  if (Array.isArray(value)) return value.length !== 0
  const { code, name } = value as { readonly code: string | null; readonly name: string | null }
  return code ?? name
}
