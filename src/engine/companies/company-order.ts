import { assert } from '../../stdx/assert.ts'
import { type CompanyColumns, NATURAL_PERSON_BIT, REMOVED, STATUS_BITS } from './company-columns.ts'
import { establishedDay, sizeBand, staticRank } from './static-rank.ts'

/** A row's number takes the lower bits of the number that is sorted; 53 bits are exact. */
const ROWS_MAX = 2 ** 23

export interface CompanyOrder {
  /** The row of each document, best first. */
  readonly rows: Uint32Array
  /** Documents before this one are living. */
  readonly living: number
}

/** Which companies are found, in the order of their static rank; of equal ones in the order of their rows. */
export function companyOrder(columns: CompanyColumns): CompanyOrder {
  assert(columns.length <= ROWS_MAX, 'a country has at most 8 million companies')
  const { flags, sizes, established, nameStarts, poolText, poolSize } = columns.raw
  // Thousands of days and a few sizes stand for millions of companies: each is read once.
  const sizeBands = Uint8Array.from(distinct(sizes, poolSize), (is, number) => (is ? sizeBand(poolText(number)) : 0))
  const days = Uint16Array.from(distinct(established, poolSize), (is, number) =>
    is ? establishedDay(poolText(number)) : 0,
  )
  const keys = new Float64Array(columns.length)
  let count = 0
  let living = 0
  for (let row = 0; row < columns.length; row++) {
    const status = flags[row]! & STATUS_BITS
    // What the operator withdrew is not found.
    if (status === REMOVED) continue
    if (status === 0) living += 1
    const rank = staticRank({
      isLiving: status === 0,
      sizeBand: sizeBands[sizes[row]!]!,
      isNaturalPerson: (flags[row]! & NATURAL_PERSON_BIT) !== 0,
      establishedDay: days[established[row]!]!,
      nameBytes: nameStarts[row + 1]! - nameStarts[row]!,
    })
    keys[count++] = rank * ROWS_MAX + row
  }
  const sorted = keys.subarray(0, count).sort()
  return { rows: Uint32Array.from(sorted, (key) => key % ROWS_MAX), living }
}

/** Which numbers stand in a column. */
function distinct(column: Uint32Array, size: number): Uint8Array {
  const stands = new Uint8Array(size)
  for (let i = 0; i < column.length; i++) stands[column[i]!] = 1
  return stands
}
