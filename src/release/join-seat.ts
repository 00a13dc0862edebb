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
import { COUNTRY_CODES, type Country } from '../records/country.ts'
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

const CZECHIA = { country: 'Česká republika', countryCode: COUNTRY_CODES.cz } as const

/**
 * Compares seats with the address points that they name. The value of the company register counts. A point fills in
 * what is missing if it names the same municipality and nothing that the seat states contradicts it. If something does,
 * it gives no more than the code of the municipality.
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
    const point = seat.addressId === null ? undefined : this.#points.of(seat.addressId)
    if (point !== undefined) return this.#joinPoint(seat, text, point)
    if (text !== undefined) return { code: encodeSeatJoin('text'), filled: onlyMissing(seat, { ...CZECHIA, ...text }) }
    return seat.addressId === null ? NOT_JOINED : MISSING
  }

  #joinPoint(seat: Seat, text: Partial<Seat> | undefined, point: SeatPoint): JoinedSeat {
    const read = text === undefined ? null : onlyMissing(seat, text)
    const known = { ...seat, ...read }
    if (this.#isAbroad(seat) || contradicts(known, point)) return CONTRADICTORY
    // A text that could not be read may name another town.
    const isComparable = known.municipality !== null || seat.unstructured === null
    const fields = compareFields(known, point, isComparable)
    return { code: encodeSeatJoin('joined', fields), filled: merge(read, takeFilled(known, point, fields)) }
  }

  #isAbroad({ countryCode }: Seat): boolean {
    return countryCode !== null && countryCode !== COUNTRY_CODES[this.#country]
  }

  /** Czech registers have seats that are only a text. Slovak texts are mostly foreign addresses. */
  #readText(seat: Seat): Partial<Seat> | undefined {
    if (this.#country !== 'cz' || seat.unstructured === null || seat.municipality !== null || this.#isAbroad(seat))
      return undefined
    const text = readTextSeat(seat.unstructured, (postalCode) => this.#points!.municipalitiesOf(postalCode))
    if (text === undefined || (seat.postalCode !== null && seat.postalCode !== text.place.postalCode)) return undefined
    return { ...text.place, ...(hasNumber(seat) ? {} : text.numbers) }
  }
}

function compareFields(seat: Seat, point: SeatPoint, isComparable: boolean): FieldOutcomes {
  const compared: FieldOutcomes = {
    municipality: seat.municipality === null ? 'filled' : 'own',
    municipalityCode: compareText(seat.municipalityCode, point.municipalityCode),
    municipalityPart: compareText(seat.municipalityPart, point.municipalityPart),
    street: seat.street !== null && point.street === null ? 'contradictory' : compareText(seat.street, point.street),
    numbers: compareNumbers(seat, point),
    postalCode: compareText(seat.postalCode, point.postalCode),
  }
  const isContradictory = SEAT_FIELDS.some((field) => compared[field] === 'contradictory')
  const mayTake = (field: SeatField): boolean => {
    // The text of a seat stays its address.
    if (field === 'street' && seat.unstructured !== null) return false
    return isComparable && (!isContradictory || (field === 'municipalityCode' && seat.municipality !== null))
  }
  return mapFields((field) => (compared[field] === 'filled' && !mayTake(field) ? 'missing' : compared[field]))
}

function mapFields(outcome: (field: SeatField) => FieldOutcome): FieldOutcomes {
  return Object.fromEntries(SEAT_FIELDS.map((field) => [field, outcome(field)])) as FieldOutcomes
}

function takeFilled(seat: Seat, point: SeatPoint, fields: FieldOutcomes): Partial<Seat> | null {
  if (SEAT_FIELDS.every((field) => fields[field] !== 'filled')) return null
  const { registrationNumber, evidenceNumber, orientationNumber, orientationLetter, ...others } = point
  const numbers = { registrationNumber, evidenceNumber, orientationNumber, orientationLetter }
  const texts = Object.entries(others).filter(([field]) => fields[field as SeatField] === 'filled')
  return onlyMissing(seat, { ...Object.fromEntries(texts), ...(fields.numbers === 'filled' ? numbers : {}) })
}

/** The values for which the seat has none; null if there are none. */
function onlyMissing(seat: Seat, values: Partial<Seat>): Partial<Seat> | null {
  const missing = Object.entries(values).filter(([name, value]) => value !== null && seat[name as keyof Seat] === null)
  return missing.length === 0 ? null : Object.fromEntries(missing)
}

function merge(one: Partial<Seat> | null, other: Partial<Seat> | null): Partial<Seat> | null {
  return one === null || other === null ? (one ?? other) : { ...one, ...other }
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

function hasNumber({ registrationNumber, evidenceNumber, orientationNumber, buildingNumber }: Seat): boolean {
  return [registrationNumber, evidenceNumber, orientationNumber, buildingNumber].some((number) => number !== null)
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
