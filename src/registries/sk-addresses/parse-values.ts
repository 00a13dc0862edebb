import { splitOrientationNumber } from '../../records/house-number.ts'
import { findKeyFlaw, parseSourceKey } from '../../records/source-key.ts'
import { FieldError } from '../../stdx/json-fields.ts'
import { quoteValue } from '../../stdx/row-problem.ts'
import { type Missing, parsePostalCode } from '../lost-values.ts'

/**
 * The number that stands for the key of a point; `missing` gets a label if the key is unusual. Throws a FieldError if
 * it is no key.
 */
export function parseKey(text: string, field: string, missing: Missing): number {
  const key = parseSourceKey(text, 'check-character')
  if (key === undefined) {
    throw new FieldError(
      field,
      `is ${quoteValue(text)}; digits and a check character (0 to 9 or A) were expected, 15 characters at most`,
    )
  }
  const flaw = findKeyFlaw(text)
  if (flaw !== undefined) missing(`key has a ${flaw}`)
  return key
}

/** The names that a publication gives to the parts of a house. */
interface HouseFields<Field extends string> {
  readonly registration: Field
  readonly orientation: Field
  readonly postalCode: Field
  /** How a message calls a field without a value. */
  readonly absent: 'empty' | 'missing'
}

/**
 * The numbers of a house and its postal code, with the fields that the register does not have. Undefined if the
 * register says that the point has no number: it writes 0 for a building without a registration number.
 */
export function readHouse<Field extends string>(
  get: (field: Field) => string | null,
  { registration, orientation, postalCode, absent }: HouseFields<Field>,
  missing: Missing,
) {
  const published = get(registration)
  const registrationNumber = published === '0' ? null : published
  if (published === '0') missing(`${registration} is 0, which means none`)
  const { number: orientationNumber, letter: orientationLetter } = splitOrientationNumber(get(orientation) ?? '')
  if (registrationNumber === null && orientationNumber === null) {
    if (published !== null) return undefined
    throw new FieldError(registration, `is ${absent}, and so is ${orientation}; one number was expected`)
  }
  const postalText = get(postalCode)
  const code = postalText === null ? null : parsePostalCode(postalText)
  if (code === undefined) missing(`${postalCode} is not five digits`)
  return {
    postalCode: code ?? null,
    registrationNumber,
    evidenceNumber: null,
    houseNumber: null,
    houseNumberType: null,
    orientationNumber,
    orientationLetter,
    district: null,
    districtCode: null,
    postalDistrict: null,
  }
}

/** Slovakia lies well inside. A point outside is in other units (S-JTSK metres) or has its axes exchanged. */
const BOUNDS = { longitude: { least: 16, most: 23 }, latitude: { least: 47, most: 50 } } as const

export function isInside(axis: keyof typeof BOUNDS, degrees: number): boolean {
  return BOUNDS[axis].least <= degrees && degrees <= BOUNDS[axis].most
}

export function boundsOf(axis: keyof typeof BOUNDS): string {
  return `${axis} ${BOUNDS[axis].least} to ${BOUNDS[axis].most} was expected`
}
