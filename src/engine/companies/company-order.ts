import { reorder, stableOrder } from '../../stdx/stable-order.ts'
import { type CompanyColumns, NATURAL_PERSON_BIT, REMOVED, STATUS_BITS } from './company-columns.ts'
import { establishedDay, sizeBand, staticRank } from './static-rank.ts'

export interface CompanyOrder {
  /** The row of each document, best first. */
  readonly rows: Uint32Array
  /** Documents before this one are living. */
  readonly living: number
}

/** Which companies are found, in the order of their static rank; of equal ones in the order of their rows. */
export function companyOrder(columns: CompanyColumns): CompanyOrder {
  const { flags, sizes, established, names, poolText, poolSize } = columns.raw
  // Thousands of days and a few sizes stand for millions of companies: each is read once.
  const sizeBands = Uint8Array.from(distinct(sizes, poolSize), (is, number) => (is ? sizeBand(poolText(number)) : 0))
  const days = Uint16Array.from(distinct(established, poolSize), (is, number) =>
    is ? establishedDay(poolText(number)) : 0,
  )
  const found = new Uint32Array(columns.length)
  const ranks = new Uint32Array(columns.length)
  let count = 0
  let living = 0
  for (let row = 0; row < columns.length; row++) {
    const status = flags[row]! & STATUS_BITS
    // What the operator withdrew is not found.
    if (status === REMOVED) continue
    if (status === 0) living += 1
    found[count] = row
    ranks[count] = staticRank({
      isLiving: status === 0,
      sizeBand: sizeBands[sizes[row]!]!,
      isNaturalPerson: (flags[row]! & NATURAL_PERSON_BIT) !== 0,
      establishedDay: days[established[row]!]!,
      nameBytes: names.starts[row + 1]! - names.starts[row]!,
    })
    count += 1
  }
  return { rows: reorder(found, stableOrder(count, [ranks])), living }
}

/** Which numbers stand in a column. */
function distinct(column: Uint32Array, size: number): Uint8Array {
  const stands = new Uint8Array(size)
  for (let i = 0; i < column.length; i++) stands[column[i]!] = 1
  return stands
}
