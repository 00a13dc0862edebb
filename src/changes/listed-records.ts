import { COUNTRIES, type Country } from '../records/country.ts'
import type { Dataset } from '../records/dataset.ts'
import { deriveRecordId } from '../records/record-id.ts'
import { formatSourceKey } from '../records/source-key.ts'
import { chunkedU32, concatU32 } from '../stdx/chunked-array.ts'
import { stableOrder } from '../stdx/stable-order.ts'

const NONE: readonly number[] = []

/** The records that a list names, in 13 bytes a row. */
export class ListedRecords {
  readonly #high = chunkedU32()
  readonly #low = chunkedU32()
  readonly #rows = chunkedU32()
  #sorted: { readonly high: Uint32Array; readonly low: Uint32Array; readonly rows: Uint32Array } | undefined
  #known = new Uint8Array(0)
  readonly by: 'id' | 'number'

  constructor(by: 'id' | 'number') {
    this.by = by
  }

  /** `countries`: those whose number it may be. */
  add(value: string, row: number, countries: readonly Country[] = []): void {
    if (this.by === 'id') this.#push(...readId(value), row)
    for (const country of countries) this.#push(COUNTRIES.indexOf(country), Number(value), row)
  }

  /** The rows that name a record, which is known from now on. */
  rowsOf({ country, kind, keyForm }: Dataset, key: number, ico: string | null): readonly number[] {
    if (this.by === 'id') return this.#find(...readId(deriveRecordId(country, kind, formatSourceKey(key, keyForm))))
    return ico === null ? NONE : this.#find(COUNTRIES.indexOf(country), Number(ico))
  }

  /** The rows of records that were never found, ascending. */
  *unknownRows(): Generator<number> {
    const { rows } = this.#sort()
    const states = new Uint8Array(rows.reduce((last, row) => Math.max(last, row), 0) + 1)
    for (let i = 0; i < rows.length; i++) states[rows[i]!]! |= this.#known[i] === 1 ? 2 : 1
    for (let row = 0; row < states.length; row++) if (states[row] === 1) yield row
  }

  #push(high: number, low: number, row: number): void {
    this.#high.push(high)
    this.#low.push(low)
    this.#rows.push(row)
  }

  #find(high: number, low: number): readonly number[] {
    const sorted = this.#sort()
    const first = this.#firstNotBelow(high, low)
    if (sorted.high[first] !== high || sorted.low[first] !== low) return NONE
    const found: number[] = []
    for (let i = first; sorted.high[i] === high && sorted.low[i] === low; i++) {
      this.#known[i] = 1
      found.push(sorted.rows[i]!)
    }
    return found
  }

  #firstNotBelow(wantedHigh: number, wantedLow: number): number {
    const { high, low } = this.#sort()
    let from = 0
    let to = high.length
    while (from < to) {
      const middle = (from + to) >>> 1
      const isBelow = high[middle]! < wantedHigh || (high[middle] === wantedHigh && low[middle]! < wantedLow)
      if (isBelow) from = middle + 1
      else to = middle
    }
    return from
  }

  #sort() {
    if (this.#sorted !== undefined) return this.#sorted
    const [high, low] = [concatU32(this.#high), concatU32(this.#low)]
    const order = stableOrder(high.length, [high, low])
    const pick = (values: Uint32Array): Uint32Array => order.map((i) => values[i]!)
    this.#known = new Uint8Array(order.length)
    this.#sorted = { high: pick(high), low: pick(low), rows: pick(concatU32(this.#rows)) }
    return this.#sorted
  }
}

/** The first 64 bits: of a million lists of a million rows about one meets a false record. */
function readId(id: string): [high: number, low: number] {
  return [Number.parseInt(id.slice(0, 8), 16), Number.parseInt(id.slice(8, 16), 16)]
}
