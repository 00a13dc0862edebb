import { mayBeInflected, PREPOSITIONS } from '../../text/inflection.ts'
import { TOWN_NAMES } from '../../text/town-names.ts'

/** A code or another name of a town in either country: the seats of one have none of the other. */
const TOWNS = [TOWN_NAMES.sk, TOWN_NAMES.cz]
/** From as many letters on, a word may be the beginning of a word of the seat. */
const BEGINNING_MIN = 3
const PRAGUE = /^pra[hz]/
/** The first digits of a postal code of Prague are 1 and the number of the district; the tenth has a 0. */
const PRAGUE_POSTCODE = /^1([0-9])[0-9]{3}$/

/** Whether the words of a seat have a word that a person wrote beside a name: town, part, street, postal code. */
export function hasPlaceWord(seat: readonly string[], typed: readonly string[], i: number): boolean {
  const [word, before] = [typed[i]!, typed[i - 1] ?? '']
  if (PRAGUE.test(before) && /^[0-9]{1,2}$/.test(word)) return isPragueDistrict(seat, Number(word))
  if (seat.some((one) => one === word || (BEGINNING_MIN <= word.length && one.startsWith(word)))) return true
  if (PREPOSITIONS.has(before) && seat.some((one) => mayBeInflected(word, one))) return true
  return TOWNS.some(({ all }) => all.get(word)?.every((one) => seat.includes(one)) === true)
}

function isPragueDistrict(words: readonly string[], district: number): boolean {
  return words.some((word) => PRAGUE_POSTCODE.exec(word)?.[1] === String(district % 10)) && district <= 10
}
