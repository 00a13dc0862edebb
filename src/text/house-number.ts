import { splitWords } from './words.ts'

/** A house number as it is compared: digits as a number, and what follows them folded: "12B" is 12 and b, "1-3" is 1 and 3. */
export interface HouseNumber {
  readonly number: number
  readonly suffix: string
}

/** More digits are no house number. */
export const HOUSE_DIGITS_MAX = 9

/** Undefined for what begins with no digits: nobody can look for it by number. */
export function parseHouseNumber(text: string, letter: string | null): HouseNumber | undefined {
  const digits = /^\s*([0-9]+)/.exec(text)
  if (digits === null || HOUSE_DIGITS_MAX < digits[1]!.length) return undefined
  return { number: Number(digits[1]), suffix: foldSuffix(text.slice(digits[0].length)) + foldSuffix(letter ?? '') }
}

/** Letters and digits only: "/A", "a" and " A" are the same. */
function foldSuffix(text: string): string {
  return splitWords(text)
    .map((word) => word.text)
    .join('')
}
