import { dayNumber, dayText } from '../days.ts'
import type { Area, CountryModel, Street } from '../geography/country.ts'
import type { Stream, Streams } from '../streams.ts'
import { trapHit } from '../traps.ts'
import { placeInArea } from './place-in-area.ts'

/** One entrance as the Slovak address register knows it. Empty texts are what it does not know. */
export interface SlovakPoint {
  /** As it is published: from model 2 on, a number and its check character. */
  readonly id: string
  readonly area: Area
  readonly street: Street | null
  /** súpisné číslo */
  readonly registration: string
  /** Both address files have 0 where the súpisné číslo is missing. */
  readonly isZeroWritten: boolean
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
 * Points are a function of their number and are not stored: the company files find the same ones as the address
 * files.
 */
export class SlovakPoints {
  readonly country: CountryModel
  readonly #random: Stream
  readonly #traps: ReturnType<typeof makePointTraps>
  readonly #hasChecks: boolean
  readonly #lastDay: number

  constructor(country: CountryModel, stream: Streams, today: string) {
    this.country = country
    this.#random = stream('sk-point')
    this.#traps = makePointTraps(stream)
    this.#hasChecks = stream.model >= 2
    this.#lastDay = dayNumber(today) - 200
  }

  at(point: number): SlovakPoint {
    return this.inArea(this.country.areaOf(point), point)
  }

  inArea(area: Area, point: number): SlovakPoint {
    const random = this.#random(point)
    const { street, position, registration, east, north } = placeInArea(area, point, random)
    const { municipality } = area
    const lost = this.#traps.noCoordinates(point)
    const without = this.#numbersWithout(point, street !== null)
    return {
      id: this.#id(point, point * 23 + random.below(23)),
      area,
      street,
      registration: without.registration ? '' : String(registration),
      isZeroWritten: without.zero,
      orientation: without.orientation ? '' : this.#orientation(point, position),
      postalCode: this.#traps.noPostalCode(point) || this.#traps.emptyPostalCode(point) ? '' : area.postalCode,
      longitude: lost ? null : municipality.longitude + east / (METRES_PER_DEGREE * 0.66),
      latitude: lost ? null : municipality.latitude + north / METRES_PER_DEGREE,
      validFrom: this.#validFrom(point, dayText(this.#lastDay - Math.floor(random.fraction() ** 2 * 4_000))),
    }
  }

  /** `number` is another one for each point. */
  #id(point: number, number: number): string {
    if (!this.#hasChecks) return String(7_100_000_000 + number)
    const whole = 710_000_000 + number
    const check = this.#traps.wrongCheck(point) ? whole + 1 + (point % 10) : whole
    return `${this.#traps.leadingZero(point) ? '0' : ''}${whole}${CHECK_CHARACTERS[check % 11]}`
  }

  /** An empty field never stands for both numbers: the register has no such row, but a 0 may. */
  #numbersWithout(
    point: number,
    inStreet: boolean,
  ): Readonly<Record<'registration' | 'orientation' | 'zero', boolean>> {
    if (this.#traps.noNumber(point)) return { registration: true, orientation: true, zero: true }
    const zero = inStreet && this.#traps.zero(point)
    const registration = zero || (inStreet && this.#traps.onlyOrientation(point))
    return { registration, orientation: !inStreet || (!registration && this.#traps.onlyRegistration(point)), zero }
  }

  /** Days that stand for an unknown one. */
  #validFrom(point: number, day: string): string {
    if (this.#traps.validFrom1000(point)) return '1000-01-01'
    return this.#traps.validFrom1800(point) ? '1800-01-01' : day
  }

  /** Numbers run up the street; a letter stands for a house built later beside its neighbour. */
  #orientation(point: number, position: number): string {
    if (this.#traps.letter(point)) return position === 0 ? '1D' : `${position}${LETTERS[point % LETTERS.length]}`
    if (this.#traps.oddOrientation(point)) return `${position + 1}-${position + 3}`
    return String(position + 1)
  }
}

const LETTERS = 'AAABBC'
const CHECK_CHARACTERS = '0123456789A'

function makePointTraps(stream: Streams) {
  return {
    noCoordinates: trapHit(stream, 'sk-point/no-coordinates'),
    noPostalCode: trapHit(stream, 'sk-point/no-postal-code'),
    emptyPostalCode: trapHit(stream, 'sk-point/empty-postal-code'),
    letter: trapHit(stream, 'sk-point/letter'),
    onlyOrientation: trapHit(stream, 'sk-point/only-orientation'),
    onlyRegistration: trapHit(stream, 'sk-point/only-registration'),
    oddOrientation: trapHit(stream, 'sk-point/odd-orientation'),
    wrongCheck: trapHit(stream, 'sk-point/wrong-check-character'),
    leadingZero: trapHit(stream, 'sk-point/leading-zero'),
    zero: trapHit(stream, 'sk-point/registration-zero'),
    noNumber: trapHit(stream, 'sk-point/no-number'),
    validFrom1000: trapHit(stream, 'sk-point/valid-from-1000'),
    validFrom1800: trapHit(stream, 'sk-point/valid-from-1800'),
  }
}
