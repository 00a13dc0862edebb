import { isNumberWord } from '../../text/address-words.ts'
import { unshiftDigits } from '../../text/unshift-digits.ts'
import type { AddressQuery, AddressReading, WantedNumber } from './address-reading.ts'
import { hasInitial } from './initials.ts'
import { EMPTY_READING, type HasDistrict, interpretItem, mayBeLeftOut, type PartialReading } from './interpret-item.ts'
import { QUERY_LENGTH_MAX, type QueryItem, splitQuery, type WordItem } from './split-query.ts'

/*
 * A number that was typed may be a house number, a postal code, a word of a name ("17. listopadu") or the number of a
 * district ("Praha 7"). Only the search can tell, so a query has several readings. Each choice has a cost.
 * Readings are tried in the order of their costs, a costlier one only if those before it found nothing. First of all,
 * at no cost: everything as one name, exactly ("Sektor 4").
 *
 *        a number …                 is first                then
 *        five digits, "040 01"      postal code             house number, word
 *        three or four at the end   house number            part of a postal code (first if it begins with 0), word
 *        with a letter or slash     house number            word
 *        after its district's name  number of the district  as the others
 *        before a word, or dotted   word of a name          house number
 *        at the end                 house number            word of a name
 *        like one before it         house number            word of a name
 *        "ulica" and the like       left out                words
 *
 * At most one house number, one postal code and one district.
 */

/** How many readings are tried at most. */
export const READINGS_MAX = 8
/** Readings that cost more are not tried. */
const COST_MAX = 7

export function readAddressQuery(text: string, districts: HasDistrict): AddressQuery {
  const whole = text.slice(0, QUERY_LENGTH_MAX).trim()
  const items = splitQuery(whole)
  const unshifted = findUnshiftedNumber(whole)
  if (unshifted === undefined) return { text: whole, items, readings: listReadings(items, districts), later: [] }
  const shifted = splitQuery(unshifted.text)
  const numbered = listReadings(shifted, districts).filter(({ number }) => number !== null)
  // A plus is no letter, so only digits can be meant, but for "Karlín + Praha".
  const isPlus = unshifted.typed.includes('+') && !(unshifted.typed === '+' && unshifted.isLetterBetween)
  if (isPlus) return { text: unshifted.text, items: shifted, readings: numbered, later: [] }
  const usual = listReadings(items, districts)
  return unshifted.isLetterBetween
    ? { text: whole, items, readings: numbered, later: usual }
    : { text: whole, items, readings: usual, later: numbered }
}

interface UnshiftedNumber {
  /** "ľý/+í" */
  readonly typed: string
  /** The whole text with it as digits, "27/19". */
  readonly text: string
  /** A word follows it, and it is one letter: "Hlavná ľ, Martin". No word is a letter of a digit key. */
  readonly isLetterBetween: boolean
}

/**
 * The last piece of a text that may be a house number typed without shift. The first piece is not one, because no
 * address begins with its number.
 */
function findUnshiftedNumber(whole: string): UnshiftedNumber | undefined {
  for (let end = whole.length; 0 < end; ) {
    while (0 < end && isSeparator(whole, end - 1)) end -= 1
    let start = end
    while (0 < start && !isSeparator(whole, start - 1)) start -= 1
    if (start === 0) return undefined
    const typed = whole.slice(start, end)
    const digits = decodeUnshifted(typed)
    if (digits !== undefined) {
      const isLetterBetween = typed.length === 1 && WORD_FOLLOWS.test(whole.slice(end))
      return { typed, text: whole.slice(0, start) + digits + whole.slice(end), isLetterBetween }
    }
    end = start
  }
  return undefined
}

function isSeparator(text: string, at: number): boolean {
  const sign = text[at]!
  // A letter or digit is no separator, and the others are rare.
  return sign === ' ' || sign === ',' || (sign < '0' ? IS_SPACE.test(sign) : 'z' < sign && IS_SPACE.test(sign))
}

const IS_SPACE = /^\s$/
const WORD_FOLLOWS = /^[\s,]+\p{L}{2}/u

/** Decodes "ľý/+í" to "27/19". Returns undefined for anything else. */
function decodeUnshifted(piece: string): string | undefined {
  if (unshiftDigits(piece[0]!) === undefined) return undefined
  const parts = piece.split('/')
  const digits = parts.map(unshiftDigits)
  return parts.every(isNumberWord) || digits.includes(undefined) ? undefined : digits.join('/')
}

/** The cheapest readings, equal ones in the order in which they were found. */
export function listReadings(items: readonly QueryItem[], districts: HasDistrict): AddressReading[] {
  if (items.length !== 0 && items.every(hasOneMeaning)) return [readAsWords(items)]
  const finished: PartialReading[] = []
  const query = { items, districts }
  const readFrom = (read: PartialReading, at: number): void => {
    if (COST_MAX < read.cost) return
    if (at === items.length) finished.push(read)
    else interpretItem(query, at, read, readFrom)
  }
  readFrom(EMPTY_READING, 0)
  finished.sort((a, b) => a.cost - b.cost)
  return removeDuplicates([...readAsOneName(items), ...finished.map(toReading)])
    .filter(({ words }) => words.length !== 0)
    .slice(0, READINGS_MAX)
}

/** What most queries consist of: such items, if there are no others, have one reading. */
function hasOneMeaning(item: QueryItem): item is WordItem {
  return item.kind === 'word' && !mayBeLeftOut(item)
}

function readAsWords(words: readonly WordItem[]): AddressReading {
  return {
    words: words.map(({ text }) => text),
    typed: listTypedWords(words),
    number: null,
    hasInitial: hasInitial(words),
    cost: 0,
    depth: 'all',
    counties: null,
  }
}

/** Only where there are numbers: without any, the first reading is the only one. */
function readAsOneName(items: readonly QueryItem[]): AddressReading[] {
  if (items.every(({ kind }) => kind === 'word')) return []
  if (items.some((item) => item.kind === 'number' && (item.second !== null || item.label !== null))) return []
  const words = items.flatMap((item) => (item.kind === 'word' ? [item.text] : item.words))
  return [
    { words, typed: listTypedWords(items), number: null, hasInitial: false, cost: 0, depth: 'name', counties: null },
  ]
}

function listTypedWords(items: readonly QueryItem[]): string[] {
  const typed: string[] = []
  for (const item of items) if (item.kind === 'word' && item.typed !== null) typed.push(item.typed)
  return typed
}

function toReading({ marks, words, begunPostalCode, number, cost }: PartialReading): AddressReading {
  const begun = begunPostalCode === null ? [] : [begunPostalCode]
  return {
    words: [...marks, ...words.map(({ text }) => text), ...begun],
    typed: listTypedWords(words),
    number,
    hasInitial: hasInitial(words),
    cost,
    depth: 'all',
    counties: null,
  }
}

function removeDuplicates(readings: readonly AddressReading[]): AddressReading[] {
  const different: AddressReading[] = []
  for (const reading of readings) if (!different.some((other) => isSame(other, reading))) different.push(reading)
  return different
}

function isSame(a: AddressReading, b: AddressReading): boolean {
  if (a.depth !== b.depth || a.words.length !== b.words.length || !isSameNumber(a.number, b.number)) return false
  for (let i = 0; i < a.words.length; i++) if (a.words[i] !== b.words[i]) return false
  return true
}

function isSameNumber(a: WantedNumber | null, b: WantedNumber | null): boolean {
  if (a === null || b === null) return a === b
  if (a.kind !== b.kind || a.number !== b.number || a.suffix !== b.suffix) return false
  return a.second?.number === b.second?.number && a.second?.suffix === b.second?.suffix
}
