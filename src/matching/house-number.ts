import type { Address } from '../records/address.ts'
import type { AddressToken, NumberHalf, NumberToken } from '../text/address-text.ts'
import { foldLetters } from '../text/fold-letters.ts'
import type { PartResult } from './part-result.ts'

/** "147/10A" as it was given. */
interface GivenNumber {
  readonly first: string
  readonly second: string | null
  /** "č.ev. 20": null without such a label. */
  readonly label: 'evidence' | 'registration' | null
  readonly from: number
  readonly to: number
}

export type HouseNumbers = Pick<
  Address,
  'registrationNumber' | 'evidenceNumber' | 'orientationNumber' | 'orientationLetter'
>

/** Reads the number at this token, with a letter that stands alone behind it. */
export function readNumber(tokens: readonly AddressToken[], from: number): GivenNumber {
  const number = tokens[from] as NumberToken
  const before = tokens[from - 1]
  const label = number.label ?? (before?.kind === 'word' ? before.label : null)
  const letter = hasLetterBehind(tokens, from) ? tokens[from + 1]!.text : ''
  const [first, second] = [number, number.second].map((half) => half && writeHalf(half))
  return {
    first: first! + (second ? '' : letter),
    second: second ? second + letter : null,
    label: label === 'any' ? null : label,
    from,
    to: from + 1 + letter.length,
  }
}

/** "0010" and "10-12" as a register writes them. */
function writeHalf({ digits, suffix }: NumberHalf): string {
  return digits.replace(/^0+(?=\d)/, '') + (/^\d/.test(suffix) ? '-' : '') + suffix
}

/** "10 a", but not the "v" of "10 v Brne". */
function hasLetterBehind(tokens: readonly AddressToken[], at: number): boolean {
  const [{ field, raw }, next, after] = [tokens[at]!, tokens[at + 1], tokens[at + 2]]
  const isNear = next?.field === field && next.before === ' ' && !next.hasDot && !/\p{L}$/u.test(raw)
  return isNear && /^\p{L}$/u.test(next.text) && (after?.kind !== 'word' || after.before.trim() !== '')
}

/** `flat`: the number of the house, and a second one that the record lacks. */
export function compareNumber({ first, second, label }: GivenNumber, house: HouseNumbers): PartResult | 'flat' {
  const building = house.registrationNumber ?? house.evidenceNumber
  const door = house.orientationNumber && foldLetters(house.orientationNumber + (house.orientationLetter ?? ''))
  if (label && !house[`${label}Number`]) return 'conflict'
  if (!second && (first === building || (first === door && !label)))
    // A number without a label is rather the registration number of another house.
    return first === door || label || house.registrationNumber ? 'equal' : 'written otherwise'
  if (!second) return 'conflict'
  if (first === building && second === door) return 'equal'
  if (!building || !door) return first === (building ?? door) ? 'flat' : 'conflict'
  if (first === door && second === building) return 'written otherwise'
  const isMistyped = (given: string, own: string): boolean => 1 < own.length && isOneDigitOff(given, own)
  if (first === building && isMistyped(second, door)) return 'typing error'
  return second === door && isMistyped(first, building) ? 'typing error' : 'conflict'
}

/** One digit replaced, or two neighbours swapped. */
export function isOneDigitOff(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  const wrong = [...a].flatMap((digit, i) => (digit === b[i] ? [] : [i]))
  const [i, j] = wrong
  return wrong.length === 1 || (wrong.length === 2 && j === i! + 1 && a[i!] === b[j] && a[j] === b[i!])
}
