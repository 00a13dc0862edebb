import type { AddressColumns } from '../../engine/engine.ts'
import { isNumberedDistrict, splitPlaceName } from '../../text/address-words.ts'

/**
 * Whether a point lies in the numbered district that was typed, "Praha 9": by its postal district, as it stands on letters, or by its district if it has no
 * postal one. A street may run through several. Undefined if none was typed.
 */
export function createDistrictFilter(
  columns: AddressColumns,
  words: readonly string[],
): ((row: number) => boolean) | undefined {
  const mark = words.find(isNumberedDistrict)
  if (mark === undefined) return undefined
  /** By the number of a district's name: many points share it. */
  const known = new Map<number, boolean>()
  return (row) => {
    const spot = columns.spots[row]!
    const postal = columns.spotTextNumber(spot, 'postalDistrict')
    const name = postal === 0 ? columns.spotTextNumber(spot, 'district') : postal
    let isIn = known.get(name)
    if (isIn === undefined) {
      isIn = name !== 0 && splitPlaceName(columns.poolText(name)).includes(mark)
      known.set(name, isIn)
    }
    return isIn
  }
}
