import { mayBeInflected, PREPOSITIONS } from '../../text/inflection.ts'
import { splitWords } from '../../text/words.ts'

/** From as many letters on, a word may be the beginning of a word of the seat. */
const BEGINNING_MIN = 3
const PRAGUE = /^pra[hz]/
/** The first digits of a postal code of Prague are 1 and the number of the district; the tenth has a 0. */
const PRAGUE_POSTCODE = /^1([0-9])[0-9]{3}$/

/** Whether a seat in one line has all words that a person wrote beside a name: town, part, street, postal code. */
export function hasPlaceWords(seat: string, typed: readonly string[]): boolean {
  const words = splitWords(seat).map(({ text }) => text)
  return typed.every((word, i) => {
    const before = typed[i - 1] ?? ''
    if (PREPOSITIONS.has(word) && i + 1 < typed.length) return true
    if (PRAGUE.test(before) && /^[0-9]{1,2}$/.test(word)) return isPragueDistrict(words, Number(word))
    if (words.some((one) => one === word || (BEGINNING_MIN <= word.length && one.startsWith(word)))) return true
    return PREPOSITIONS.has(before) && words.some((one) => mayBeInflected(word, one))
  })
}

function isPragueDistrict(words: readonly string[], district: number): boolean {
  return words.some((word) => PRAGUE_POSTCODE.exec(word)?.[1] === String(district % 10)) && district <= 10
}
