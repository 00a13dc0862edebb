import { isNumber, isPlainNumber, isWord, mayNameHouse } from './query-words.ts'
import type { QueryItem } from './split-query.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Words beside a number that say where in a house: a flat, a floor, a door, an entrance, an office. */
const FLAT_WORDS: ReadonlySet<string> = new Set([
  ...['byt', 'bytu', 'bj', 'apartman', 'apt', 'dvere', 'dveri', 'vchod', 'kancelaria', 'kancelar', 'miestnost'],
  ...['poschodie', 'poschodi', 'posch', 'patro', 'patre', 'podlazie', 'podlazi', 'np'],
])
/** The ground floor has no number. */
const FLOOR_NAMES: ReadonlySet<string> = new Set(['prizemie', 'prizemi', 'suteren'])

/**
 * Leaves out flat, floor and door: "byt 12", "byt č. 12", "3. poschodie", "3. p." at the end. Undefined if there is
 * none, or if no number would be left.
 */
export function leaveOutFlat(items: readonly QueryItem[]): QueryItem[] | undefined {
  const left = [...items]
  for (let i = left.length - 1; 0 < i; i--) {
    const item = left[i]!
    if (!isWord(item)) continue
    const before = left[i - 1]
    const isFloorAtEnd = item.text === 'p' && i === left.length - 1 && isNumber(before) && before.hasDot
    if (FLOOR_NAMES.has(item.text)) left.splice(i, 1)
    else if (FLAT_WORDS.has(item.text) || isFloorAtEnd) removeFlat(left, i)
  }
  return left.length < items.length && mayNameHouse(left) ? left : undefined
}

/** Removes the word and its number: a dotted one before it, else what follows it, else the one before it. */
function removeFlat(left: QueryItem[], i: number): void {
  const before = left[i - 1]
  const next = left[i + 1]
  const isNext = isPlainNumber(next) || (isWord(next) && next.text.length === 1)
  const isBefore = isPlainNumber(before) && (before.hasDot || !isNext) && left.slice(0, i - 1).some(isNumber)
  const isSign = isWord(before) && before.text === 'c'
  const from = isBefore || isSign ? i - 1 : i
  left.splice(from, i - from + (isNext && !isBefore ? 2 : 1))
}

const COUNTRY_SIGNS: ReadonlySet<string> = new Set(['sk', 'cz', 'd'])

/** Leaves out postal codes: five digits, "040 01", "SK-04001". Undefined if there is none, or if no word is left. */
export function leaveOutPostalCode(items: readonly QueryItem[]): QueryItem[] | undefined {
  const left = [...items]
  for (let i = left.length - 1; 0 <= i; i--) {
    const item = left[i]!
    if (!isPlainNumber(item)) continue
    const next = left[i + 1]
    const isPair = item.digits.length === 3 && item.spaceFollows && isPlainNumber(next) && next.digits.length === 2
    if (item.digits.length !== 5 && !isPair) continue
    left.splice(i, isPair ? 2 : 1)
    const sign = left[i - 1]
    if (isWord(sign) && COUNTRY_SIGNS.has(sign.text)) left.splice(i - 1, 1)
  }
  return left.length < items.length && left.some(isWord) ? left : undefined
}

/** Longer numbers are no house numbers. */
const HOUSE_DIGITS = 4
/** The letters of a word that may name a street or place. */
const NAME_LETTERS = 3

/**
 * Leaves out words, as few as possible: those that no street or place has, because what is left must be whole words;
 * then at the end, at the front, between, and at both ends. A number at the end stays, and so does one number at least.
 */
export function* leaveOutWords(items: readonly QueryItem[], vocabulary: Vocabulary): Generator<readonly QueryItem[]> {
  const known = items.filter((item) => !isWord(item) || vocabulary.hasWord(item.text))
  const mayBeFound = (left: readonly QueryItem[]): boolean =>
    left.some(isNumber) && left.some((item) => isWord(item) && NAME_LETTERS <= item.text.length)
  if (!mayBeFound(known)) return
  if (known.length < items.length) yield known
  const endMax = known.length - 1 - known.findLastIndex((item) => isNumber(item) && item.digits.length <= HOUSE_DIGITS)
  for (let count = 1; count < known.length - 1; count++) {
    for (const { from, length } of listGaps(known.length, { count, endMax })) {
      const left = known.toSpliced(from, length)
      if (mayBeFound(left)) yield left
    }
    for (let atEnd = 1; atEnd < count && atEnd <= endMax; atEnd++) {
      const left = known.slice(count - atEnd, known.length - atEnd)
      if (mayBeFound(left)) yield left
    }
  }
}

interface Gap {
  readonly from: number
  readonly length: number
}

/** The runs of so many items: at the end, at the front, and then from the end to the front. */
function listGaps(items: number, { count, endMax }: { readonly count: number; readonly endMax: number }): Gap[] {
  const starts = Array.from({ length: Math.max(0, items - count - 1) }, (_, i) => items - count - 1 - i)
  return [...(count <= endMax ? [items - count] : []), 0, ...starts].map((from) => ({ from, length: count }))
}
