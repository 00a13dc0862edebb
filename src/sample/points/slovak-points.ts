import { dayNumber, dayText } from '../days.ts'
import type { Area, CountryModel, Street } from '../geography/country.ts'
import type { Stream, Streams } from '../streams.ts'
import { type Hit, trapHit } from '../traps.ts'
import { placeInArea } from './place-in-area.ts'

/** One entrance as the Slovak address register knows it. Empty texts are what it does not know. */
export interface SlovakPoint {
  readonly id: number
  readonly area: Area
  readonly street: Street | null
  /** súpisné číslo */
  readonly registration: string
  /** orientačné číslo with its letter */
  readonly orientation: string
  readonly postalCode: string
  /** Null together. */
  readonly longitude: number | null
  readonly latitude: number | null
  readonly validFrom: string
}

const METRES_PER_DEGREE = 111_200

/**
 * Points are a function of their number: nobody stores them, and the company files find the same ones as the address
 * files.
 */
export class SlovakPoints {
  readonly country: CountryModel
  readonly #random: Stream
  readonly #noCoordinates: Hit
  readonly #noPostalCode: Hit
  readonly #emptyPostalCode: Hit
  readonly #letter: Hit
  readonly #onlyOrientation: Hit
  readonly #onlyRegistration: Hit
  readonly #oddOrientation: Hit
  readonly #lastDay: number

  constructor(country: CountryModel, stream: Streams, today: string) {
    this.country = country
    this.#random = stream('sk-point')
    this.#noCoordinates = trapHit(stream, 'sk-point/no-coordinates')
    this.#noPostalCode = trapHit(stream, 'sk-point/no-postal-code')
    this.#emptyPostalCode = trapHit(stream, 'sk-point/empty-postal-code')
    this.#letter = trapHit(stream, 'sk-point/letter')
    this.#onlyOrientation = trapHit(stream, 'sk-point/only-orientation')
    this.#onlyRegistration = trapHit(stream, 'sk-point/only-registration')
    this.#oddOrientation = trapHit(stream, 'sk-point/odd-orientation')
    this.#lastDay = dayNumber(today) - 200
  }

  at(point: number): SlovakPoint {
    return this.inArea(this.country.areaOf(point), point)
  }

  inArea(area: Area, point: number): SlovakPoint {
    const random = this.#random(point)
    const { street, position, registration, east, north } = placeInArea(area, point, random)
    const { municipality } = area
    const lost = this.#noCoordinates(point)
    // None is without both numbers: the register has no such row.
    const withoutRegistration = street !== null && this.#onlyOrientation(point)
    const withoutOrientation = street === null || (!withoutRegistration && this.#onlyRegistration(point))
    return {
      id: 7_100_000_000 + point * 23 + random.below(23),
      area,
      street,
      registration: withoutRegistration ? '' : String(registration),
      orientation: withoutOrientation ? '' : this.#orientation(point, position),
      postalCode: this.#noPostalCode(point) || this.#emptyPostalCode(point) ? '' : area.postalCode,
      longitude: lost ? null : municipality.longitude + east / (METRES_PER_DEGREE * 0.66),
      latitude: lost ? null : municipality.latitude + north / METRES_PER_DEGREE,
      validFrom: dayText(this.#lastDay - Math.floor(random.fraction() ** 2 * 4_000)),
    }
  }

  /** Numbers run up the street; a letter stands for a house built later beside its neighbour. */
  #orientation(point: number, position: number): string {
    if (this.#letter(point)) return position === 0 ? '1D' : `${position}${LETTERS[point % LETTERS.length]}`
    if (this.#oddOrientation(point)) return `${position + 1}-${position + 3}`
    return String(position + 1)
  }
}

const LETTERS = 'AAABBC'
