import { splitOrientationNumber } from '../../records/house-number.ts'

/** The numbers in `regNumber` and `buildingNumber` of one seat. */
export interface HouseNumbers {
  readonly registration: string | null
  readonly orientation: string | null
  readonly letter: string | null
}

const NO_NUMBERS: HouseNumbers = { registration: null, orientation: null, letter: null }

/** A registration number has only digits, so a slash separates two numbers only between digits: `905/8`, `1143/79A`. */
const TWO_NUMBERS = /^([0-9]+)\s*\/\s*([0-9].*)$/

/** A slash may separate a number from its letter: `9/A` is `9A`. */
const SLASH_BEFORE_LETTER = /^([0-9]+)\s*\/\s*(\p{L}+)$/u

/**
 * `registration` is the number in the municipality, if the seat states it apart. `building` is the number in the
 * street, or both as `1143/79`. A single plain number in a place without streets may be either and is left out. With a
 * letter it is the one in the street, because registration numbers have none.
 */
export function houseNumbers(
  registration: string | null,
  building: string | null,
  street: string | null,
): HouseNumbers {
  const text = trimSlashes(building ?? '')
  const both = TWO_NUMBERS.exec(text)
  if (both !== null) return { registration: registration ?? numberOrNone(both[1]!), ...orientationNumber(both[2]!) }
  const single = { registration, ...orientationNumber(text) }
  const isOfStreet = registration !== null || street !== null || single.letter !== null
  return isOfStreet ? single : NO_NUMBERS
}

/** A leading or trailing slash separates nothing. */
function trimSlashes(text: string): string {
  return text.replace(/^[\s/]+|[\s/]+$/g, '')
}

function orientationNumber(text: string): Pick<HouseNumbers, 'orientation' | 'letter'> {
  const { number, letter } = splitOrientationNumber(text.replace(SLASH_BEFORE_LETTER, '$1$2'))
  return { orientation: number, letter }
}

/** Zero means that there is no number. */
function numberOrNone(digits: string): string | null {
  return /^0+$/.test(digits) ? null : digits
}
