import type { AddressColumns } from '../../engine/addresses/addresses.ts'
import { isNumberedDistrict, splitPlaceName } from '../../text/address-words.ts'

/**
 * Tells whether a point is in the typed numbered district ("Praha 9"): its postal district, or else its district. A
 * street may cross several. Undefined if no district was typed.
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
