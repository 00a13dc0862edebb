import type { CompanyColumns, CompanyRules } from '../../engine/companies/companies.ts'
import { reorder, stableOrder } from '../../stdx/stable-order.ts'
import { createKinds } from './company-kind.ts'
import { createSizes } from './company-size.ts'
import { computeStaticRank, parseEstablishedDay } from './static-rank.ts'

/** Sorts the companies that can be found by their static rank, then by row. A subject is found by its main record. */
export function sortCompanies(columns: CompanyColumns, hidden: ReadonlySet<number>): ReturnType<CompanyRules['sort']> {
  const { established, names, poolText } = columns.raw
  const kindAt = createKinds(columns)
  const sizeAt = createSizes(columns)
  // Millions of companies share a few thousand days.
  const days = new Map<number, number>()
  const found = new Uint32Array(columns.length)
  const ranks = new Uint32Array(columns.length)
  let count = 0
  let livingCount = 0
  for (let row = 0; row < columns.length; row++) {
    const status = columns.statusAt(row)
    if (status === 'removed' || hidden.has(row)) continue
    if (status === null) livingCount += 1
    found[count] = row
    ranks[count] = computeStaticRank({
      isLiving: status === null,
      sizeBand: sizeAt(row),
      kind: kindAt(row),
      establishedDay: days.getOrInsertComputed(established[row]!, (number) => parseEstablishedDay(poolText(number))),
      nameBytes: names.starts[row + 1]! - names.starts[row]!,
    })
    count += 1
  }
  return { rows: reorder(found, stableOrder(count, [ranks])), living: livingCount }
}
