import { reorder, stableOrder } from '../../stdx/stable-order.ts'
import { type CompanyColumns, NATURAL_PERSON_BIT, REMOVED, STATUS_BITS } from './company-columns.ts'
import { computeStaticRank, parseEstablishedDay, parseSizeBand } from './static-rank.ts'

export interface CompanyOrder {
  /** The row of each document, best first. */
  readonly rows: Uint32Array
  /** Documents before this one are living. */
  readonly living: number
}

/** Sorts the companies that can be found by their static rank, then by row. */
export function sortCompanies(columns: CompanyColumns): CompanyOrder {
  const { flags, sizes, established, names, poolText, poolSize } = columns.raw
  // Millions of companies share a few thousand days and sizes, so each is parsed once.
  const sizeBands = Uint8Array.from(markUsed(sizes, poolSize), (is, number) =>
    is ? parseSizeBand(poolText(number)) : 0,
  )
  const days = Uint16Array.from(markUsed(established, poolSize), (is, number) =>
    is ? parseEstablishedDay(poolText(number)) : 0,
  )
  const found = new Uint32Array(columns.length)
  const ranks = new Uint32Array(columns.length)
  let count = 0
  let livingCount = 0
  for (let row = 0; row < columns.length; row++) {
    const status = flags[row]! & STATUS_BITS
    // A withdrawn company cannot be found.
    if (status === REMOVED) continue
    if (status === 0) livingCount += 1
    found[count] = row
    ranks[count] = computeStaticRank({
      isLiving: status === 0,
      sizeBand: sizeBands[sizes[row]!]!,
      isNaturalPerson: (flags[row]! & NATURAL_PERSON_BIT) !== 0,
      establishedDay: days[established[row]!]!,
      nameBytes: names.starts[row + 1]! - names.starts[row]!,
    })
    count += 1
  }
  return { rows: reorder(found, stableOrder(count, [ranks])), living: livingCount }
}

/** Marks the numbers that a column uses. */
function markUsed(column: Uint32Array, size: number): Uint8Array {
  const stands = new Uint8Array(size)
  for (let i = 0; i < column.length; i++) stands[column[i]!] = 1
  return stands
}
