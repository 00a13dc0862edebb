import { type CompanyColumns, type CompanyOrder, findSubjectRows } from '../../engine/companies/companies.ts'
import { reorder, stableOrder } from '../../stdx/stable-order.ts'
import { computeStaticRank, parseEstablishedDay, parseSizeBand } from './static-rank.ts'

/** Sorts the companies that can be found by their static rank, then by row. A subject is found by its main record. */
export function sortCompanies(columns: CompanyColumns): CompanyOrder {
  const { sizes, established, names, poolText, poolSize } = columns.raw
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
  const { others, hidden } = findSubjectRows(columns)
  for (let row = 0; row < columns.length; row++) {
    const status = columns.statusAt(row)
    if (status === 'removed' || hidden.has(row)) continue
    if (status === null) livingCount += 1
    found[count] = row
    ranks[count] = computeStaticRank({
      isLiving: status === null,
      sizeBand: sizeBands[sizes[row]!]!,
      isNaturalPerson: columns.isNaturalPerson(row),
      establishedDay: days[established[row]!]!,
      nameBytes: names.starts[row + 1]! - names.starts[row]!,
    })
    count += 1
  }
  return { rows: reorder(found, stableOrder(count, [ranks])), living: livingCount, others }
}

/** Marks the numbers that a column uses. */
function markUsed(column: Uint32Array, size: number): Uint8Array {
  const stands = new Uint8Array(size)
  for (let i = 0; i < column.length; i++) stands[column[i]!] = 1
  return stands
}
