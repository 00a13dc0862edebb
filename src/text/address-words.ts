import { splitWords, type TextWord } from './words.ts'

/** No typed word contains it, so that "hlavna 12" is never a prefix of the postal code 12000. */
const POSTAL_CODE_MARK = ':'
const DISTRICT_MARK = '#'
/** Ends a numbered district: "Praha 1" is no prefix of "Praha 10". */
const DISTRICT_END = '.'

/** A postal code, or a prefix of one, as a marked word. */
export function postalCodeWord(digits: string): string {
  return POSTAL_CODE_MARK + digits.replaceAll(' ', '')
}

/** "Praha 7" as a marked word: otherwise "hlavna 7" would find every Hlavná in that district. */
export function numberedDistrictWord(name: string, number: string): string {
  return `${DISTRICT_MARK}${name}${Number(number)}${DISTRICT_END}`
}

/** Whether the word is a postal code or a numbered district. Such words are compared exactly, without typos. */
export function isMarkedWord(word: string): boolean {
  return word.startsWith(POSTAL_CODE_MARK) || word.startsWith(DISTRICT_MARK)
}

/** Whether the word is a numbered district as `numberedDistrictWord` makes it. */
export function isNumberedDistrict(word: string): boolean {
  return word.startsWith(DISTRICT_MARK)
}

/**
 * Splits the name of a place that contains an address. A number in it is no word of its own, because a typed number is
 * most likely a house number; with the word before it, it is a numbered district.
 */
export function splitPlaceName(text: string): string[] {
  const found: string[] = []
  const words = splitWords(text)
  for (const [i, { text: word }] of words.entries()) {
    if (!isNumberWord(word)) found.push(word)
    else if (isDistrictNumber(word) && isName(words[i - 1])) found.push(numberedDistrictWord(words[i - 1]!.text, word))
  }
  return found
}

/** Districts are numbered up to 22 (Praha). */
export function isDistrictNumber(word: string): boolean {
  return word.length <= 2 && isNumberWord(word)
}

export function isNumberWord(word: string): boolean {
  return /^[0-9]+$/.test(word)
}

function isName(word: TextWord | undefined): boolean {
  return word !== undefined && !isNumberWord(word.text)
}
