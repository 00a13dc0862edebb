import { isDistrictNumber, isNumberWord, numberedDistrictWord, postalCodeWord } from '../../text/address-words.ts'
import type { WantedNumber } from './address-reading.ts'
import { isPlainNumber } from './query-words.ts'
import type { NumberItem, QueryItem, WordItem } from './split-query.ts'

/** A reading of the items so far. */
export interface PartialReading {
  readonly cost: number
  /** Whole postal codes and districts. They precede the words, because the last word is a beginning. */
  readonly marks: readonly string[]
  readonly words: readonly WordItem[]
  readonly begunPostalCode: string | null
  readonly hasPostalCode: boolean
  readonly hasDistrict: boolean
  readonly number: WantedNumber | null
}

export const EMPTY_READING: PartialReading = {
  cost: 0,
  marks: [],
  words: [],
  begunPostalCode: null,
  hasPostalCode: false,
  hasDistrict: false,
  number: null,
}

/** Whether the index has this numbered district, as `numberedDistrictWord` writes it. */
export type HasDistrict = (mark: string) => boolean

interface Query {
  readonly items: readonly QueryItem[]
  readonly districts: HasDistrict
}

/** Receives each interpretation of an item, with the index of the next one. */
type Interpret = (read: PartialReading, next: number) => void

/** The cost of each choice. A likely one costs nothing. See read-address-query.ts for the order that follows. */
const COST = {
  streetWordKept: 3,
  wordBeforeWord: 0,
  wordAtEnd: 2,
  wordOfPostalCode: 5,
  wordWithLetter: 3,
  wordWithSlash: 6,
  /** Added to the other costs. */
  wordTwice: 2,
  houseAtEnd: 0,
  houseBeforeWord: 1,
  houseDotted: 2,
  houseOfPostalCode: 3,
  houseWithZero: 2,
  postalCode: 0,
  begunPostalCode: 1,
  begunPostalCodeWithZero: 0,
  /** "Hlavná 12, 0": behind a house number and a comma. */
  begunPostalCodeShort: 3,
  secondHouse: 5,
  labelWithDot: 0,
  label: 2,
  wordOfLabelWithDot: 3,
} as const

export function interpretItem(query: Query, at: number, read: PartialReading, interpret: Interpret): void {
  const item = query.items[at]!
  if (item.kind === 'word') interpretWord(query, { at, item, read }, interpret)
  else interpretNumber(query.items, { at, item, read }, interpret)
}

/** An item and the reading of those before it. */
interface Step<Item> {
  readonly at: number
  readonly item: Item
  readonly read: PartialReading
}

/** Whether there is a reading without the word: "ulica", "mestská časť". */
export function mayBeLeftOut({ role }: WordItem): boolean {
  return role === 'street' || role === 'part'
}

function interpretWord({ items, districts }: Query, { at, item, read }: Step<WordItem>, interpret: Interpret): void {
  const next = items[at + 1]
  if (isPlainNumber(next) && isDistrictNumber(next.digits) && !read.hasDistrict) {
    const mark = numberedDistrictWord(item.text, next.digits)
    if (districts(mark)) interpret({ ...read, marks: [...read.marks, mark], hasDistrict: true }, at + 2)
  }
  let { cost } = read
  if (mayBeLeftOut(item) && items[at - 1]?.role !== 'part') {
    const to = next?.role === 'part' ? at + 2 : at + 1
    if (items.some(({ kind }, i) => kind === 'word' && (i < at || to <= i))) {
      interpret(read, to)
      cost += COST.streetWordKept
    }
  }
  if (item.label !== null && next?.kind === 'number') {
    const labelled = { at: at + 1, item: { ...next, label: item.label } }
    const labelCost = item.hasDot ? COST.labelWithDot : COST.label
    interpretNumber(items, { ...labelled, read: { ...read, cost: read.cost + labelCost } }, interpret)
    if (item.hasDot) cost += COST.wordOfLabelWithDot
  }
  interpret({ ...read, words: [...read.words, item], cost }, at + 1)
}

function interpretNumber(items: readonly QueryItem[], step: Step<NumberItem>, interpret: Interpret): void {
  const { at, item, read } = step
  const following = items[at + 1]
  interpretPostalCode(items, step, interpret)
  if (read.number === null) {
    if (following?.kind === 'word' && isSuffix(item, following)) {
      const withLetter = { ...item, suffix: following.text }
      interpret(readAsHouse(read, withLetter, COST.houseAtEnd), at + 2)
    }
    interpret(readAsHouse(read, item, costOfHouse(item, following)), at + 1)
  }
  if (item.label === null) {
    const words = item.words.map(toWord)
    const cost = read.cost + costOfWord(item, following) + (isRepeated(item, read.words) ? COST.wordTwice : 0)
    interpret({ ...read, words: [...read.words, ...words], cost }, at + 1)
  } else if (read.number !== null) interpret({ ...read, cost: read.cost + COST.secondHouse }, at + 1)
}

function interpretPostalCode(
  items: readonly QueryItem[],
  { at, item, read }: Step<NumberItem>,
  interpret: Interpret,
): void {
  if (read.hasPostalCode || !isPlainNumber(item)) return
  const whole = (digits: string, next: number): void => {
    const marks = [...read.marks, postalCodeWord(digits)]
    interpret({ ...read, marks, hasPostalCode: true, cost: read.cost + COST.postalCode }, next)
  }
  const begun = (digits: string, next: number): void => {
    const isShort = digits.length < 3
    const cost = isShort
      ? COST.begunPostalCodeShort
      : digits.startsWith('0')
        ? COST.begunPostalCodeWithZero
        : COST.begunPostalCode
    const begunPostalCode = postalCodeWord(digits)
    interpret({ ...read, begunPostalCode, hasPostalCode: true, cost: read.cost + cost }, next)
  }
  if (item.digits.length === 5) return void whole(item.digits, at + 1)
  const next = items[at + 1]
  const isPair = item.digits.length === 3 && item.spaceFollows && isPlainNumber(next)
  if (isPair && next.digits.length === 2) return void whole(item.digits + next.digits, at + 2)
  if (isPair && next.digits.length === 1 && at + 2 === items.length)
    return void begun(item.digits + next.digits, at + 2)
  if (next !== undefined) return
  const before = items[at - 1]
  if (item.digits.length === 3 || item.digits.length === 4) begun(item.digits, at + 1)
  else if (before?.kind === 'number' && !before.spaceFollows && read.number !== null) begun(item.digits, at + 1)
}

function toWord(text: string): WordItem {
  return { kind: 'word', text, typed: null, hasDot: false, role: null, label: null }
}

/** "10 e": one letter that stands alone. */
function isSuffix(number: NumberItem, word: WordItem): boolean {
  return number.suffix === '' && number.second === null && /^[a-z]$/.test(word.text) && !number.hasDot && !word.hasDot
}

function costOfHouse(item: NumberItem, following: QueryItem | undefined): number {
  if (!isPlainNumber(item)) return COST.houseAtEnd
  if (item.digits.length === 5) return COST.houseOfPostalCode
  if (item.hasDot) return COST.houseDotted
  if (item.digits.startsWith('0')) return COST.houseWithZero
  return following?.kind === 'word' ? COST.houseBeforeWord : COST.houseAtEnd
}

function costOfWord(item: NumberItem, following: QueryItem | undefined): number {
  if (item.second !== null) return COST.wordWithSlash
  if (!isPlainNumber(item)) return COST.wordWithLetter
  if (item.digits.length === 5) return COST.wordOfPostalCode
  return item.hasDot || following?.kind === 'word' ? COST.wordBeforeWord : COST.wordAtEnd
}

/**
 * Whether a word of a name is this number already, or one of both begins the other: "1. mája 1, Martin", "17. listopadu
 * 1, Praha". No name has a number twice, so the second number is the house's even before a word.
 */
function isRepeated({ digits }: NumberItem, words: readonly WordItem[]): boolean {
  return words.some(({ text }) => isNumberWord(text) && (text.startsWith(digits) || digits.startsWith(text)))
}

function readAsHouse(read: PartialReading, item: NumberItem, cost: number): PartialReading {
  const { digits, suffix, second, label } = item
  const number: WantedNumber = {
    number: Number(digits),
    suffix,
    second: second === null ? null : { number: Number(second.digits), suffix: second.suffix },
    kind: label ?? 'any',
  }
  return { ...read, number, cost: read.cost + cost }
}
