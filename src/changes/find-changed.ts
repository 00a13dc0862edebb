import type { CatalogHistory } from '../catalog/record-history.ts'
import { chunkedF64, chunkedU32, concatU32 } from '../stdx/chunked-array.ts'
import { NumberSet } from '../stdx/number-set.ts'
import { stableOrder } from '../stdx/stable-order.ts'
import type { ChangesQuery, SourceGroup } from './changes-query.ts'

/** One bit for each number of eight digits. */
class NumberBits {
  readonly #bits = new Uint8Array(100_000_000 / 8)

  add(number: number): void {
    this.#bits[number >>> 3]! |= 1 << (number & 7)
  }

  has(number: number): boolean {
    return (this.#bits[number >>> 3]! & (1 << (number & 7))) !== 0
  }
}

/** Between two moments in which the caller may show progress and listen for Ctrl-C. */
const ROWS_AT_ONCE = 50_000

/**
 * The keys of all records under one company number, for each number that may have changed; undefined: a pause. One
 * scan, so what it meets is kept, in 12 bytes: of a list of numbers what is on it, else all, as others share a number.
 */
export function* findChangedNumbers(
  history: CatalogHistory,
  group: SourceGroup,
  { since, listed }: ChangesQuery,
): Generator<readonly number[] | undefined> {
  const [changed, named] = [new NumberBits(), new NumberBits()]
  const alone: number[] = []
  const [metKeys, metIcos] = [chunkedF64(), chunkedU32()]
  let rows = 0
  for (const { id, dataset } of group) {
    for (const [key, ico, isChanged] of history.scan(id, { since: since.generation, all: true })) {
      if (++rows % ROWS_AT_ONCE === 0) yield undefined
      // Also an unchanged record is looked up: the list learns which of its rows are known.
      const isNamed = listed === undefined || listed.rowsOf(dataset, key, ico).length !== 0
      if (ico === null && isNamed && isChanged === 1) alone.push(key)
      if (ico === null || (listed?.by === 'number' && !isNamed)) continue
      if (isNamed) named.add(Number(ico))
      if (isChanged === 1) changed.add(Number(ico))
      // Such a key is the number, so all datasets have the record under it.
      else if (dataset.keyForm === 'eight-digits') continue
      metKeys.push(key)
      metIcos.push(Number(ico))
    }
  }
  for (const key of alone) yield [key]
  const [keys, icos] = [chunkedF64(), chunkedU32()]
  for (let i = 0; i < metKeys.length; i++) {
    const ico = metIcos.at(i)
    if (!changed.has(ico) || !named.has(ico)) continue
    keys.push(metKeys.at(i))
    icos.push(ico)
  }
  const numbers = concatU32(icos)
  const order = stableOrder(numbers.length, [numbers])
  for (let from = 0, to = 0; from < order.length; from = to) {
    while (to < order.length && numbers[order[to]!] === numbers[order[from]!]) to++
    // Two datasets of a country may have the same record.
    yield [...new Set(Array.from(order.subarray(from, to), (at) => keys.at(at)))]
  }
}

/** The key of each point that may have changed; undefined: a pause. */
export function* findChangedPoints(
  history: CatalogHistory,
  group: SourceGroup,
  { since, listed }: ChangesQuery,
): Generator<readonly number[] | undefined> {
  const [seen, keys] = [new NumberSet(), chunkedF64()]
  let rows = 0
  for (const { id, dataset } of group) {
    for (const [key, , isChanged] of history.scan(id, { since: since.generation, all: listed !== undefined })) {
      if (++rows % ROWS_AT_ONCE === 0) yield undefined
      const isNamed = listed === undefined || listed.rowsOf(dataset, key, null).length !== 0
      if (isNamed && isChanged === 1 && seen.add(key)) keys.push(key)
    }
  }
  for (let i = 0; i < keys.length; i++) yield [keys.at(i)]
}
