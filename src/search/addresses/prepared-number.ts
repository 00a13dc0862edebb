import type { AddressIndex, NumberRange } from '../../engine/addresses/addresses.ts'
import type { WantedNumber } from './address-reading.ts'

/** A typed house number as ranges of the tables of one index. */
export interface PreparedNumber {
  readonly wanted: WantedNumber
  /** Exactly the number; null if no house has its letters. */
  readonly exact: NumberRange | null
  /** The same as a registration number and as an evidence number; null if the other kind was typed. */
  readonly exactRegistration: NumberRange | null
  readonly exactEvidence: NumberRange | null
  /** The number with letters, or with more letters than typed. */
  readonly longer: NumberRange | null
  /** Numbers that begin with it: 4, then 40 to 49, 400 to 499 … Empty after a letter. */
  readonly beginnings: readonly NumberRange[]
}

/** A house number has at most nine digits. */
const NUMBER_MAX = 999_999_999

export function prepareNumber(index: AddressIndex, wanted: WantedNumber): PreparedNumber {
  const { number, suffix, kind } = wanted
  const place = index.houses.suffixIndex(suffix)
  const { first, last } = index.houses.findLongerSuffixes(suffix)
  const at = { lowest: number, highest: number, kind }
  const exact = place < 0 ? null : { ...at, firstSuffix: place, lastSuffix: place }
  return {
    wanted,
    exact,
    exactRegistration: exact === null || kind === 'evidence' ? null : { ...exact, kind: 'registration' },
    exactEvidence: exact === null || kind === 'registration' ? null : { ...exact, kind: 'evidence' },
    longer: last < first ? null : { ...at, firstSuffix: first, lastSuffix: last },
    beginnings: suffix === '' ? listLongerNumbers(number, kind) : [],
  }
}

/** Every house of a street or place, in the order of their numbers. */
export const ALL_HOUSES: PreparedNumber = {
  wanted: { number: 0, suffix: '', second: null, kind: 'any' },
  exact: null,
  exactRegistration: null,
  exactEvidence: null,
  longer: null,
  beginnings: [anySuffix(0, NUMBER_MAX, 'any')],
}

/** No number begins with 0. */
function listLongerNumbers(number: number, kind: NumberRange['kind']): NumberRange[] {
  const ranges: NumberRange[] = []
  for (let ten = 10; 0 < number && number * ten <= NUMBER_MAX; ten *= 10) {
    ranges.push(anySuffix(number * ten, number * ten + ten - 1, kind))
  }
  return ranges
}

function anySuffix(lowest: number, highest: number, kind: NumberRange['kind']): NumberRange {
  return { lowest, highest, firstSuffix: 0, lastSuffix: Number.MAX_SAFE_INTEGER, kind }
}
