import type { SeatPoint, SeatPoints } from '../engine/addresses/addresses.ts'
import {
  encodeSeatJoin,
  type FieldOutcome,
  type FieldOutcomes,
  SEAT_FIELDS,
  type SeatField,
  type SeatJoinCode,
} from '../engine/companies/companies.ts'
import type { Seat } from '../records/company.ts'
import type { Country } from '../records/country.ts'
import { foldPlace } from './municipality-codes.ts'
import { readTextSeat } from './text-seat.ts'

export interface JoinedSeat {
  readonly code: SeatJoinCode
  /** Values for fields that are null in the seat; null if there are none. */
  readonly filled: Partial<Seat> | null
}

const NOT_JOINED: JoinedSeat = { code: encodeSeatJoin('none'), filled: null }
const MISSING: JoinedSeat = { code: encodeSeatJoin('missing'), filled: null }
const CONTRADICTORY: JoinedSeat = { code: encodeSeatJoin('contradictory'), filled: null }

const CZECHIA = { country: 'Česká republika', countryCode: '203' } as const

/**
 * Compares seats with the address points that they name. The value of the company register counts. A point fills in
 * what is missing, and only if both name the same municipality.
 */
export class SeatJoiner {
  readonly #country: Country
  readonly #points: SeatPoints | undefined

  /** `points`: undefined if the release has no address points of the country. */
  constructor(country: Country, points: SeatPoints | undefined) {
    this.#country = country
    this.#points = points
  }

  join(seat: Seat): JoinedSeat {
    if (this.#points === undefined) return NOT_JOINED
    const text = this.#readText(seat)
    if (seat.addressId === null) return text === undefined ? NOT_JOINED : joinText(seat, text)
    const point = this.#points.of(seat.addressId)
    if (point === undefined) return text === undefined ? MISSING : joinText(seat, text)
    if (contradicts({ ...seat, municipality: seat.municipality ?? text?.municipality ?? null }, point))
      return CONTRADICTORY
    return joinPoint(seat, point)
  }

  /** Czech registers have seats that are only a text. Slovak texts are mostly foreign addresses. */
  #readText(seat: Seat): Partial<Seat> | undefined {
    if (this.#country !== 'cz' || seat.unstructured === null || seat.municipality !== null) return undefined
    if (seat.countryCode !== null && seat.countryCode !== CZECHIA.countryCode) return undefined
    const text = readTextSeat(seat.unstructured, (postalCode) => this.#points!.municipalitiesOf(postalCode))
    return text === undefined || (seat.postalCode !== null && seat.postalCode !== text.postalCode) ? undefined : text
  }
}

function joinText(seat: Seat, text: Partial<Seat>): JoinedSeat {
  const filled = onlyMissing(seat, { ...CZECHIA, ...text })
  return { code: encodeSeatJoin('text'), filled }
}

function joinPoint(seat: Seat, point: SeatPoint): JoinedSeat {
  const numbers = compareNumbers(seat, point)
  const street = compareText(seat.street, point.street)
  const fields: Record<SeatField, FieldOutcome> = {
    municipality: seat.municipality === null ? 'filled' : 'own',
    municipalityCode: compareText(seat.municipalityCode, point.municipalityCode),
    municipalityPart: compareText(seat.municipalityPart, point.municipalityPart),
    street,
    // A number belongs to its street.
    numbers: numbers === 'filled' && street === 'contradictory' ? 'missing' : numbers,
    postalCode: compareText(seat.postalCode, point.postalCode),
  }
  // Without a street a number is that of the place, so the point's street comes with its numbers.
  if (street === 'filled' && numbers === 'contradictory') fields.street = 'missing'
  return { code: encodeSeatJoin('joined', fields), filled: takeFilled(seat, point, fields) }
}

function takeFilled(seat: Seat, point: SeatPoint, fields: FieldOutcomes): Partial<Seat> | null {
  if (SEAT_FIELDS.every((field) => fields[field] !== 'filled')) return null
  const { registrationNumber, evidenceNumber, orientationNumber, orientationLetter, ...others } = point
  const numbers = { registrationNumber, evidenceNumber, orientationNumber, orientationLetter }
  const taken: Partial<Seat> = fields.numbers === 'filled' ? numbers : {}
  const wanted = SEAT_FIELDS.filter((field) => field !== 'numbers' && fields[field] === 'filled')
  return onlyMissing(seat, {
    ...Object.fromEntries(wanted.map((field) => [field, others[field as 'street']])),
    ...taken,
  })
}

/** The values for which the seat has none; null if there are none. */
function onlyMissing(seat: Seat, values: Partial<Seat>): Partial<Seat> | null {
  const missing = Object.entries(values).filter(([name, value]) => value !== null && seat[name as keyof Seat] === null)
  return missing.length === 0 ? null : Object.fromEntries(missing)
}

function compareText(own: string | null, ofPoint: string | null): FieldOutcome {
  if (own === null) return ofPoint === null ? 'missing' : 'filled'
  return ofPoint === null || own === ofPoint || foldPlace(own) === foldPlace(ofPoint) ? 'own' : 'contradictory'
}

/** The point's numbers are taken together, and only if they contain all those that the seat has. */
function compareNumbers(seat: Seat, point: SeatPoint): FieldOutcome {
  const orientation = ofOrientation(point)
  const pairs = [
    [seat.registrationNumber, point.registrationNumber],
    [seat.evidenceNumber, point.evidenceNumber],
    [ofOrientation(seat), orientation],
  ] as const
  if (pairs.some(([own, ofPoint]) => own !== null && own !== ofPoint)) return 'contradictory'
  const isTyped = pairs.some(([own]) => own !== null)
  if (!isTyped && seat.buildingNumber !== null) {
    const number = point.registrationNumber ?? point.evidenceNumber
    const spellings = [number, orientation, `${number}/${orientation}`]
    const own = seat.buildingNumber.toLowerCase().replaceAll(' ', '')
    if (!spellings.includes(own)) return 'contradictory'
  }
  if (pairs.some(([own, ofPoint]) => own === null && ofPoint !== null)) return 'filled'
  return isTyped ? 'own' : 'missing'
}

/** "12a" */
function ofOrientation({
  orientationNumber,
  orientationLetter,
}: Pick<Seat, 'orientationNumber' | 'orientationLetter'>) {
  return orientationNumber === null ? null : `${orientationNumber}${orientationLetter ?? ''}`.toLowerCase()
}

function contradicts({ municipality, municipalityCode }: Seat, point: SeatPoint): boolean {
  const { municipalityCode: code } = point
  if (municipalityCode !== null && code !== null && municipalityCode !== code) return true
  return municipality !== null && !isSamePlace(municipality, point.municipality)
}

/** A city does not contradict its borough: "Bratislava" and "Bratislava-Ružinov", "Praha 7" and "Praha". */
function isSamePlace(a: string, b: string): boolean {
  if (a === b) return true
  const [x, y] = [foldPlace(a), foldPlace(b)]
  return x === y || x === foldPlace(cityOf(b)) || y === foldPlace(cityOf(a))
}

function cityOf(name: string): string {
  return name.split('-', 1)[0]!.replace(/ [0-9]+$/, '')
}
