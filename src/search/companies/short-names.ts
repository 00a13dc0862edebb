import { type CompanyColumns, SHORT_MARKS } from '../../engine/companies/companies.ts'
import { parseCompanyName } from '../../text/company-name.ts'
import { shortNamesOf } from '../../text/short-company-names.ts'
import { splitWords } from '../../text/words.ts'
import { createKinds } from './company-kind.ts'
import { createSizes } from './company-size.ts'

/** 250 employees and more, as RES codes it. Where no size is known, the kind decides. */
const SIZE_MIN = 33
/** Municipalities are called by their name. */
const MUNICIPALITY = '801'
/** Most of them are small, where no size is known. */
const JOINT_STOCK = '121'
const INITIALS_MIN = 3
const INITIALS_MAX = 8
/** Words of a name that give no initial. */
const SMALL_WORDS: ReadonlySet<string> = new Set(
  'a i v ve vo na pre pro s se so z ze zo o u k ke ku pri od do pod nad of the and'.split(' '),
)
/** After them stands the place: "Vysoké učení technické v Brně". */
const BEFORE_PLACES: ReadonlySet<string> = new Set(['v', 've', 'vo', 'na'])
/** Places at the end of a name without a preposition. */
const PLACES_AT_END: readonly (readonly string[])[] = [
  'ceske republiky',
  'slovenskej republiky',
  'hlavniho mesta prahy',
  'hl m prahy',
  'cr',
  'sr',
].map((text) => text.split(' '))
/** "v likvidácii", and forms as "o.c.p." */
const NO_INITIALS = /["„“]?\bv (?:likvid|konkurz|re[sš]truktur)\S*|(?<!\p{L})(?:\p{L}\.\s?){2,}/giu
/** Letters that an inflected town keeps: "Brno", "v Brně". */
const STEM = 3
const NONE: readonly string[] = []

/** "Všeobecná úverová banka, a.s.; skrátený názov: VÚB, a.s." */
const SAID =
  /^(.+?)[\s,;:/()-]+(?:v\s+skratke|skrátene|skrátený názov|skrátené obchodné meno|skratka|ve zkratce|zkráceně|zkratka)[\s:–-]+(.+)$/i
const MAY_BE_SAID = /[sz]kr/i
/** "Procter & Gamble", "H & M Hennes & Mauritz", "L+C" */
const AMPERSAND = /^(\p{L})\p{L}*\s?[&+]\s?(\p{L})/u

/**
 * Returns the short names of the subject of each row: the one that its name gives itself, first letters around "&",
 * initials of larger subjects, and names from a table.
 */
export function createShortNames(columns: CompanyColumns): (row: number) => readonly string[] {
  const { icos, legalForms, municipalities, poolText } = columns.raw
  const kindAt = createKinds(columns)
  const sizeAt = createSizes(columns)
  return (row) => {
    if (columns.isNaturalPerson(row)) return NONE
    const known = shortNamesOf(icos[row]!)
    const name = columns.nameAt(row)
    const said = MAY_BE_SAID.test(name) ? SAID.exec(name) : null
    const short = [...known, ...(said === null ? NONE : listWord(said[2]!)), ...listAmpersand(name)]
    const marked = short.map((one) => SHORT_MARKS.name + one)
    const size = sizeAt(row)
    const isLarge = columns.statusAt(row) === null && (size === 0 ? kindAt(row) === 0 : SIZE_MIN <= size)
    const form = poolText(legalForms[row]!)
    if (isLarge && form !== MUNICIPALITY) {
      const mark = size === 0 && form === JOINT_STOCK ? SHORT_MARKS.initials : SHORT_MARKS.name
      for (const initials of listInitials(said?.[1] ?? name, poolText(municipalities[row]!)))
        if (!short.includes(initials)) marked.push(mark + initials)
    }
    return marked.length < 2 ? marked : [...new Set(marked)]
  }
}

/** One word, apart from the legal form. */
function listWord(text: string): readonly string[] {
  const { words } = parseCompanyName(text)
  return words.length === 1 ? words : NONE
}

/** "p&g": it is found only by a text with this sign. */
function listAmpersand(name: string): readonly string[] {
  const [, first, second] = AMPERSAND.exec(name) ?? []
  return first === undefined ? NONE : [joinWithAmpersand(first, second!)]
}

/** Folded. */
export function joinWithAmpersand(first: string, second: string): string {
  return [first, second].map((letter) => splitWords(letter)[0]?.text ?? '').join('&')
}

/** The initials of a name of three or more words, with the place at its end and without: "vutb", "vut". */
function listInitials(name: string, municipality: string | null): readonly string[] {
  const { words } = parseCompanyName(name.replace(NO_INITIALS, ' '))
  const all = [words, words.slice(0, findPlace(words, municipality))].map((some) =>
    some
      .filter((word) => !SMALL_WORDS.has(word))
      .map((word) => word[0])
      .join(''),
  )
  return [...new Set(all)].filter(({ length }) => INITIALS_MIN <= length && length <= INITIALS_MAX)
}

/** Where the place at the end of a name begins. */
function findPlace(words: readonly string[], municipality: string | null): number {
  const preposition = words.findLastIndex((word) => BEFORE_PLACES.has(word))
  if (0 < preposition && words.length - preposition <= STEM) return preposition
  for (const place of PLACES_AT_END)
    if (place.every((word, i) => words[words.length - place.length + i] === word)) return words.length - place.length
  const [town] = splitWords(municipality ?? '')
  const isTown = town !== undefined && STEM < town.text.length && words.at(-1)?.startsWith(town.text.slice(0, -1))
  return isTown ? words.length - 1 : words.length
}
