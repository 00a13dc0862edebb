import type { Address } from '../../records/address.ts'

type HouseTexts = Pick<Address, 'registrationNumber' | 'evidenceNumber' | 'houseNumber' | 'houseNumberType'>

/**
 * Four fields of a point, stored as one number and a shape that tells how the fields follow from it. Most points differ
 * in the number only; there are about six shapes ("the number is a registration number, the house number is the same,
 * its type is č.p.").
 */
export interface SplitHouse {
  readonly number: string | null
  readonly shape: string
}

const SEPARATOR = '\u0000'
const NONE = ''
const SAME = 'same'
/** Precedes any other text, which the shape contains itself. */
const OWN = '='

export function splitHouse(house: HouseTexts): SplitHouse {
  const { registrationNumber, evidenceNumber, houseNumber, houseNumberType } = house
  const number = registrationNumber ?? evidenceNumber
  const of = (text: string | null): string => (text === null ? NONE : text === number ? SAME : OWN + text)
  const type = houseNumberType === null ? NONE : OWN + houseNumberType
  return {
    number,
    shape: of(registrationNumber) + SEPARATOR + of(evidenceNumber) + SEPARATOR + of(houseNumber) + SEPARATOR + type,
  }
}

/** The four parts of a shape: how each field follows from the number. */
export type ShapeParts = readonly [registration: string, evidence: string, house: string, type: string]

export function parseShape(shape: string): ShapeParts {
  return shape.split(SEPARATOR) as unknown as ShapeParts
}

export function joinHouse(number: string | null, [registration, evidence, house, type]: ShapeParts): HouseTexts {
  return {
    registrationNumber: textOf(registration, number),
    evidenceNumber: textOf(evidence, number),
    houseNumber: textOf(house, number),
    houseNumberType: textOf(type, number),
  }
}

function textOf(part: string, number: string | null): string | null {
  return part === NONE ? null : part === SAME ? number : part.slice(OWN.length)
}

/** A number of the house and its kind. `own` is set if it differs from the number beside the shape. */
export interface ShapeNumber {
  readonly kind: 'registration' | 'evidence'
  readonly own: string | null
}

export function parseShapeNumbers(shape: string): ShapeNumber[] {
  const [registration, evidence] = parseShape(shape)
  const of = (kind: ShapeNumber['kind'], text: string): ShapeNumber[] =>
    text === NONE ? [] : [{ kind, own: text === SAME ? null : text.slice(OWN.length) }]
  return [...of('registration', registration), ...of('evidence', evidence)]
}
