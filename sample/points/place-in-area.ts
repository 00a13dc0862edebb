import type { Random } from '../../src/stdx/random.ts'
import type { Area, Street } from '../geography/country.ts'
import { lastUpTo } from '../geography/layout.ts'

interface PlaceInArea {
  readonly street: Street | null
  /** How many houses of the street, or of the area without streets, come before it. */
  readonly position: number
  /** The number of the building: unique in the area, but for blocks of flats, whose entrances share it. */
  readonly registration: number
  /** Metres from the municipality's centre. */
  readonly east: number
  readonly north: number
}

const METRES_PER_HOUSE = 14

/** Houses stand along their street on both sides; without a street they stand around the middle of the village. */
export function placeInArea(area: Area, point: number, random: Random): PlaceInArea {
  const offset = point - area.firstPoint
  const s = area.streets.length === 0 ? -1 : lastUpTo(area.streetStarts, offset)
  if (s < 0) {
    const reach = 25 * Math.sqrt(area.points)
    const east = area.east + (random.fraction() + random.fraction() - 1) * reach
    const north = area.north + (random.fraction() + random.fraction() - 1) * reach
    return { street: null, position: offset, registration: offset + 1, east, north }
  }
  const street = area.streets[s]!
  const position = offset - area.streetStarts[s]!
  const along = position * METRES_PER_HOUSE
  const aside = position % 2 === 0 ? -12 : 12
  const firstEntrance = offset - (position % street.entrances)
  return {
    street,
    position,
    registration: scattered(firstEntrance, area.points),
    east: area.east + street.east + street.cosine * along - street.sine * aside,
    north: area.north + street.north + street.sine * along + street.cosine * aside,
  }
}

/** Buildings are numbered as they are built, not as they stand: neighbours get numbers far apart. */
function scattered(offset: number, points: number): number {
  // 7919 is a prime larger than any common divisor we could meet, so the numbers below `span` are taken once each.
  const span = points % 7919 === 0 ? points + 1 : points
  return ((offset * 7919) % span) + 1
}
