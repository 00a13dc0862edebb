import { splitWords } from './words.ts'

/** A house number for comparison: the digits, and the rest folded. "12B" is 12 and b, "1-3" is 1 and 3. */
export interface HouseNumber {
  readonly number: number
  readonly suffix: string
}

/** A number with more digits is no house number. */
const HOUSE_DIGITS_MAX = 9

/** Undefined if the text does not begin with digits. */
export function parseHouseNumber(text: string, letter: string | null): HouseNumber | undefined {
  const digits = /^\s*([0-9]+)/.exec(text)
  if (digits === null || HOUSE_DIGITS_MAX < digits[1]!.length) return undefined
  return { number: Number(digits[1]), suffix: foldSuffix(text.slice(digits[0].length)) + foldSuffix(letter ?? '') }
}

/** Keeps letters and digits: "/A", "a" and " A" are equal. */
function foldSuffix(text: string): string {
  return splitWords(text)
    .map((word) => word.text)
    .join('')
}
