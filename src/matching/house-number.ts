import type { Address } from '../records/address.ts'
import { foldLetters } from '../text/fold-letters.ts'
import type { PartResult } from './part-result.ts'
import { isDigits, type Token } from './tokens.ts'

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

const EVIDENCE = /^(c?ev|ce|evid.*)$/
const REGISTRATION = /^(cp|pop.*|sup.*)$/

/** Reads the number that begins with this token. */
export function readNumber(tokens: readonly Token[], from: number): GivenNumber {
  const [first, to] = readHalf(tokens, from)
  const next = tokens[to]
  const before = tokens[from - 1]
  const label =
    before === undefined
      ? null
      : EVIDENCE.test(before.text)
        ? 'evidence'
        : REGISTRATION.test(before.text)
          ? 'registration'
          : null
  const isSecond =
    next !== undefined && isDigits(next.text) && next.before.trim() === '/' && next.field === tokens[from]!.field
  if (!isSecond) return { first, second: null, label, from, to }
  const [second, end] = readHalf(tokens, to)
  return { first, second, label, from, to: end }
}

/** Digits and what belongs to them: "10A", "10 a", "10/A", "10-12", but not the "v" of "10 v Brne". */
function readHalf(tokens: readonly Token[], from: number): readonly [string, number] {
  const { text, field } = tokens[from]!
  const digits = text.replace(/^0+(?=\d)/, '')
  const next = tokens[from + 1]
  if (next?.field !== field) return [digits, from + 1]
  if (next.before === '-' && isDigits(next.text)) return [`${digits}-${next.text}`, from + 2]
  const isNear = /^\/?$/.test(next.before) || (next.before === ' ' && !next.hasDot && isEnd(tokens[from + 2]))
  return isNear && /^\p{L}$/u.test(next.text) ? [digits + next.text, from + 2] : [digits, from + 1]
}

function isEnd(token: Token | undefined): boolean {
  return token === undefined || isDigits(token.text) || token.before.trim() !== ''
}

/** `flat`: the number of the house, and a second one that the record lacks. */
export function compareNumber({ first, second, label }: GivenNumber, house: HouseNumbers): PartResult | 'flat' {
  const building = house.registrationNumber ?? house.evidenceNumber
  const door =
    house.orientationNumber === null ? null : foldLetters(house.orientationNumber + (house.orientationLetter ?? ''))
  if (label !== null && house[`${label}Number`] === null) return 'conflict'
  if (second === null) return (first === door && label === null) || first === building ? 'equal' : 'conflict'
  if (first === building && second === door) return 'equal'
  if (building === null || door === null) return first === (building ?? door) ? 'flat' : 'conflict'
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
