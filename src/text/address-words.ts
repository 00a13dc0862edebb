import { splitWords, type TextWord } from './words.ts'

/** A letter that no typed word contains, so that "hlavna 12" is never the beginning of a postal code 12000. */
const POSTAL_CODE_MARK = ':'
const DISTRICT_MARK = '#'
/** Ends a numbered district: "Praha 1" is not the beginning of "Praha 10". */
const DISTRICT_END = '.'

/** A postal code, or the beginning of one, as a word of its own kind. */
export function postalCodeWord(digits: string): string {
  return POSTAL_CODE_MARK + digits.replaceAll(' ', '')
}

/** "Praha 7" as a word of its own kind: then "hlavna 7" does not find every Hlavná in it. */
export function numberedDistrictWord(name: string, number: string): string {
  return `${DISTRICT_MARK}${name}${Number(number)}${DISTRICT_END}`
}

/** Words that stand for something that is no word: they are compared as they are, and never the beginning of a name. */
export function isMarkedWord(word: string): boolean {
  return word.startsWith(POSTAL_CODE_MARK) || word.startsWith(DISTRICT_MARK)
}

/** Whether the word is a numbered district as `numberedDistrictWord` makes it. */
export function isNumberedDistrict(word: string): boolean {
  return word.startsWith(DISTRICT_MARK)
}

/**
 * Words of a place that something lies in. Numbers in them are no words, as one that is typed is most likely a house number; with the word before
 * them they are a numbered district.
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
