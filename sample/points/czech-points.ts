import proj4 from 'proj4'
import { dayNumber, placeholderDay } from '../days.ts'
import type { Area, CountryModel, Municipality, Street } from '../geography/country.ts'
import type { Stream, Streams } from '../streams.ts'
import { trapHit } from '../traps.ts'
import { placeInArea } from './place-in-area.ts'

/** One address place as RÚIAN knows it. */
export interface CzechPoint {
  /** Kód ADM */
  readonly id: number
  readonly area: Area
  readonly street: Street | null
  readonly evidence: boolean
  /** číslo domovní */
  readonly house: number
  /** číslo orientační; 0: none */
  readonly orientation: number
  readonly letter: string
  readonly postalCode: string
  /** S-JTSK, positive metres; null together. */
  readonly y: number | null
  readonly x: number | null
  /** Days since 1970, or null. */
  readonly validFrom: number | null
}

/**
 * Points are a function of their number and are not stored: the company files find the same ones as the address
 * files.
 */
export class CzechPoints {
  readonly country: CountryModel
  readonly #random: Stream
  readonly #traps: ReturnType<typeof makePointTraps>
  readonly #centres: readonly (readonly [y: number, x: number])[]
  readonly #lastDay: number

  constructor(country: CountryModel, stream: Streams, today: string) {
    this.country = country
    this.#random = stream('cz-point')
    this.#traps = makePointTraps(stream)
    this.#centres = country.municipalities.map(({ longitude, latitude }) => krovak(longitude, latitude))
    this.#lastDay = dayNumber(today) - 40
  }

  at(point: number): CzechPoint {
    return this.inArea(this.country.areaOf(point), point)
  }

  inArea(area: Area, point: number): CzechPoint {
    const random = this.#random(point)
    const { street, position, registration, east, north } = placeInArea(area, point, random)
    const bothKinds = street !== null && this.#traps.evidenceWithOrientation(point)
    const evidence = bothKinds || this.#traps.evidence(point)
    const numbered = street !== null && (bothKinds || (!evidence && numbersStreets(area.municipality)))
    const lettered = numbered && this.#traps.letter(point)
    const [y, x] = this.#centres[area.municipality.index]!
    const lost = this.#traps.noCoordinates(point)
    const age = random.fraction()
    return {
      id: 10_000 + point * 8 + random.below(8),
      area,
      street,
      evidence,
      house: registration,
      orientation: numbered ? (lettered ? Math.max(1, position) : position + 1) : 0,
      letter: lettered ? (position === 0 ? 'd' : LETTERS[point % LETTERS.length]!) : '',
      postalCode: area.postalCode,
      y: lost ? null : y - east,
      x: lost ? null : x - north,
      validFrom: this.#validFrom(point, age),
    }
  }

  #validFrom(point: number, age: number): number | null {
    if (this.#traps.unknownValidFrom(point)) return placeholderDay(point)
    if (this.#traps.noValidFrom(point)) return null
    return age < 0.45 ? MIGRATION : MIGRATION + this.#since(age)
  }

  #since(age: number): number {
    return Math.floor(((age - 0.45) / 0.55) * (this.#lastDay - MIGRATION))
  }
}

/** Most places were taken over on one day. */
const MIGRATION = dayNumber('2011-07-01')
const LETTERS = 'aaabbc'

/**
 * Cities number along the street as well; towns and villages mostly do not, whether or not their streets have names.
 */
function numbersStreets(municipality: Municipality): boolean {
  return 30_000 < municipality.population || municipality.code % 4 === 0
}

/** EPSG "S-JTSK to WGS 84 (1)". The default of many libraries, 589,76,480, is off by up to ten metres. */
const S_JTSK =
  '+proj=krovak +lat_0=49.5 +lon_0=24.83333333333333 +alpha=30.28813972222222 +k=0.9999 +x_0=0 +y_0=0 ' +
  '+ellps=bessel +units=m +no_defs ' +
  '+towgs84=570.8,85.7,462.8,4.998,1.587,5.261,3.56'

const projection = proj4('WGS84', S_JTSK)

/** Degrees to the metres that RÚIAN writes: positive, Y (westward) first, then X (southward). */
export function krovak(longitude: number, latitude: number): [y: number, x: number] {
  const [easting, northing] = projection.forward([longitude, latitude]) as [number, number]
  return [-easting, -northing]
}

function makePointTraps(stream: Streams) {
  return {
    noCoordinates: trapHit(stream, 'cz-point/no-coordinates'),
    evidence: trapHit(stream, 'cz-point/evidence-number'),
    evidenceWithOrientation: trapHit(stream, 'cz-point/evidence-with-orientation'),
    noValidFrom: trapHit(stream, 'cz-point/no-valid-from'),
    letter: trapHit(stream, 'cz-point/letter'),
    unknownValidFrom: trapHit(stream, 'cz-point/unknown-valid-from'),
  }
}
