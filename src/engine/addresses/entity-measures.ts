import { compareText } from '../../stdx/compare-text.ts'
import type { AddressColumns } from './address-columns.ts'
import type { AddressEntity } from './address-entities.ts'
import { NO_DEGREE } from './address-fields.ts'

/**
 * The middle of each entity's points, in degrees × `DEGREE`, or `NO_DEGREE`, and the row of its newest point, or
 * `NO_ROW`.
 */
export interface EntityMeasures {
  readonly latitudes: Int32Array
  readonly longitudes: Int32Array
  readonly newestRows: Uint32Array
}

export const NO_ROW = 0xffff_ffff

export function measureEntities(columns: AddressColumns, entities: readonly AddressEntity[]): EntityMeasures {
  const ofSpot = measureSpots(columns)
  const latitudes = new Int32Array(entities.length)
  const longitudes = new Int32Array(entities.length)
  const newestRows = new Uint32Array(entities.length)
  for (const [i, { spots }] of entities.entries()) {
    let [count, latitude, longitude, newest] = [0, 0, 0, NO_ROW]
    for (const spot of spots) {
      count += ofSpot.placed[spot]!
      latitude += ofSpot.latitudes[spot]!
      longitude += ofSpot.longitudes[spot]!
      const row = ofSpot.newest[spot]!
      if (isNewer(ofSpot.rankOf, row, newest)) newest = row
    }
    latitudes[i] = count === 0 ? NO_DEGREE : Math.round(latitude / count)
    longitudes[i] = count === 0 ? NO_DEGREE : Math.round(longitude / count)
    newestRows[i] = newest
  }
  return { latitudes, longitudes, newestRows }
}

function measureSpots(columns: AddressColumns) {
  const rankOfDay = rankDays(columns)
  const rankOf = (row: number): number => (row === NO_ROW ? 0 : rankOfDay[columns.validFrom.numberAt(row)]!)
  const placed = new Uint32Array(columns.spotCount)
  // Sums of some millions of whole numbers below 2^31: exact in a double.
  const latitudes = new Float64Array(columns.spotCount)
  const longitudes = new Float64Array(columns.spotCount)
  const newest = new Uint32Array(columns.spotCount).fill(NO_ROW)
  for (let row = 0; row < columns.length; row++) {
    const spot = columns.spots[row]!
    if (isNewer(rankOf, row, newest[spot]!)) newest[spot] = row
    if (columns.latitudes[row] === NO_DEGREE || columns.longitudes[row] === NO_DEGREE) continue
    placed[spot]! += 1
    latitudes[spot]! += columns.latitudes[row]!
    longitudes[spot]! += columns.longitudes[row]!
  }
  return { placed, latitudes, longitudes, newest, rankOf }
}

function isNewer(rankOf: (row: number) => number, row: number, than: number): boolean {
  return rankOf(than) < rankOf(row)
}

/** The rank of each day among the distinct days. A missing day has 0. */
function rankDays(columns: AddressColumns): Uint32Array {
  const { validFrom } = columns
  const days = Array.from({ length: validFrom.differentTexts }, (_, number) => number).slice(1)
  days.sort((a, b) => compareText(validFrom.textOf(a)!, validFrom.textOf(b)!))
  const ranks = new Uint32Array(validFrom.differentTexts)
  for (const [i, day] of days.entries()) ranks[day] = i + 1
  return ranks
}
