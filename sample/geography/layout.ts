import type { Random } from '../../src/stdx/random.ts'
import type { Stream, Streams } from '../streams.ts'
import { apportion } from './apportion.ts'
import type { Area, CountryModel, Municipality, Named, Place, Region, Street } from './country.ts'
import type { TakeStreet } from './street-names.ts'

/** An area before its number of points is known. */
export interface AreaSketch {
  readonly part: Named | null
  readonly district: Named | null
  readonly obvod: number
  readonly postalCode: string
  readonly weight: number
  /** Streets whatever its size: centres of towns, districts of cities. */
  readonly alwaysStreets: boolean
}

export interface LayoutOptions {
  readonly regions: readonly Region[]
  readonly places: readonly Place[]
  readonly weightOf: (place: Place) => number
  readonly areasOf: (place: Place, index: number) => readonly AreaSketch[]
  readonly points: number
  /** The share of points that have no street. */
  readonly streetless: number
  readonly takeStreet: TakeStreet
  readonly streetOrder: StreetOrder
  readonly streetStream: Stream
  readonly areaStream: Stream
}

/** Shares the country's points out to municipalities and their areas, and lays streets through the larger areas. */
export function layOut(options: LayoutOptions): CountryModel {
  const sketches = options.places.map((place, index) => options.areasOf(place, index))
  const leasts = sketches.map((areas) => areas.length)
  const shares = sharePoints(options, leasts)
  const counts = sketches.map((areas, i) =>
    apportion(
      shares[i]!,
      areas.map((area) => area.weight),
      1,
    ),
  )
  const withStreets = chooseStreets(options, sketches, counts)
  const municipalities: Municipality[] = []
  const areas: Area[] = []
  let firstPoint = 0
  for (const [index, place] of options.places.entries()) {
    const own: Area[] = []
    const municipality: Municipality = { ...place, index, firstPoint, points: shares[index]!, areas: own }
    const names = new Set<string>()
    for (const [i, sketch] of sketches[index]!.entries()) {
      const points = counts[index]![i]!
      const area = makeArea(options, municipality, sketch, firstPoint, points, withStreets.has(sketch), names)
      own.push(area)
      areas.push(area)
      firstPoint += points
    }
    municipalities.push(municipality)
  }
  return { regions: options.regions, municipalities, areas, points: firstPoint, areaOf: areaFinder(areas) }
}

/** Every area has a point; what remains goes by weight. */
function sharePoints(options: LayoutOptions, leasts: readonly number[]): number[] {
  const least = leasts.reduce((all, one) => all + one, 0)
  const more = apportion(options.points - least, options.places.map(options.weightOf), 0)
  return more.map((share, i) => share + leasts[i]!)
}

/** One area after the other has streets, until only the wanted share of points is without. */
function chooseStreets(
  options: LayoutOptions,
  sketches: readonly (readonly AreaSketch[])[],
  counts: readonly (readonly number[])[],
): Set<AreaSketch> {
  const all = sketches.flatMap((areas, i) => areas.map((sketch, j) => ({ sketch, points: counts[i]![j]! })))
  const chosen = new Set<AreaSketch>()
  let left = Math.round(options.points * (1 - options.streetless))
  const order = all
    .map((area, nth) => ({
      ...area,
      rank: options.streetOrder(area.points, nth) + (area.sketch.alwaysStreets ? 1e9 : 0),
    }))
    .toSorted((a, b) => b.rank - a.rank)
  for (const { sketch, points } of order) {
    if (!sketch.alwaysStreets && left < points) continue
    chosen.add(sketch)
    left -= points
  }
  return chosen
}

const POINTS_PER_STREET = 19

function makeArea(
  options: LayoutOptions,
  municipality: Municipality,
  sketch: AreaSketch,
  firstPoint: number,
  points: number,
  hasStreets: boolean,
  names: Set<string>,
): Area {
  const random = options.areaStream(firstPoint)
  const far = municipality.firstPoint === firstPoint ? 0 : 600 + 11 * Math.sqrt(municipality.population)
  const angle = random.fraction() * 2 * Math.PI
  const distance = far * (0.3 + 0.7 * random.fraction())
  const streets: Street[] = []
  if (hasStreets) {
    const radius = 30 * Math.sqrt(points)
    const count = Math.max(1, Math.round(points / POINTS_PER_STREET))
    // Now and then a street goes on from the neighbouring area, with the same name and code.
    const before = municipality.areas.at(-1)?.streets.at(-1)
    if (before !== undefined && random.fraction() < 0.3) streets.push(before)
    while (streets.length < count) {
      const name = options.takeStreet(names, random)
      streets.push(makeStreet(options, name, radius))
    }
  }
  return {
    municipality,
    part: sketch.part,
    district: sketch.district,
    obvod: sketch.obvod,
    postalCode: sketch.postalCode,
    firstPoint,
    points,
    streets,
    streetStarts: streetStarts(streets.length, points, random),
    east: Math.cos(angle) * distance,
    north: Math.sin(angle) * distance,
  }
}

function makeStreet(options: LayoutOptions, { name, code }: Named, radius: number): Street {
  const random = options.streetStream(code)
  const angle = random.fraction() * 2 * Math.PI
  const direction = random.fraction() * 2 * Math.PI
  const distance = radius * Math.sqrt(random.fraction())
  return {
    name,
    code,
    east: Math.cos(angle) * distance,
    north: Math.sin(angle) * distance,
    cosine: Math.cos(direction),
    sine: Math.sin(direction),
    entrances: random.fraction() < 0.12 ? 2 + random.below(5) : 1,
  }
}

/** A few streets are long and most are short. */
function streetStarts(count: number, points: number, random: Random): Int32Array {
  if (count === 0) return new Int32Array(0)
  const most = Math.min(count, points)
  const weights = Array.from({ length: most }, () => 0.1 - Math.log(1 - random.fraction()))
  const lengths = apportion(points, weights, 1)
  const starts = new Int32Array(count).fill(points)
  let at = 0
  for (let i = 0; i < most; i++) {
    starts[i] = at
    at += lengths[i]!
  }
  return starts
}

function areaFinder(areas: readonly Area[]): (point: number) => Area {
  const firsts = Int32Array.from(areas, (area) => area.firstPoint)
  return (point) => areas[lastUpTo(firsts, point)]!
}

/** The last place in an ascending list whose value is not above `value`. */
export function lastUpTo(ascending: Int32Array, value: number): number {
  let low = 0
  let high = ascending.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (ascending[middle]! <= value) low = middle
    else high = middle - 1
  }
  return low
}

/** The rank of an area among those that may have streets, the largest first. `nth` is its position in the country. */
export type StreetOrder = (points: number, nth: number) => number

/**
 * In model 1 the largest areas have streets. In model 2 any area may, a larger one sooner (a weighted draw without
 * repetition) or no sooner than others, so that common names stand in hundreds of small municipalities as well.
 */
export function streetOrder(stream: Streams, name: string, draw: 'by size' | 'evenly'): StreetOrder {
  if (stream.model === 1) return (points) => points
  const drawn: Stream = stream(name)
  return (points, nth) => drawn(nth).fraction() ** (draw === 'by size' ? 1 / points : 1)
}
