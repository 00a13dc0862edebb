import { parseCompanyName } from '../../src/text/company-name.ts'
import { splitWords } from '../../src/text/words.ts'
import { type CompanyRow, kindOf } from './static-rank.ts'

/** Words that give no letter, and those after which stands the place: "v Brne". */
const SMALL = new Set('a i v ve vo na pre pro s se so z ze zo o u k ke ku pri od do pod nad of the and'.split(' '))
const BEFORE_PLACES = new Set(['v', 've', 'vo', 'na'])
const COUNTRIES_AT_END = ['ceske republiky', 'slovenskej republiky', 'cr', 'sr']
const LARGE_SIZE = 330
const MUNICIPALITY = '801'

/**
 * The first letters that a living large subject is called by: of all words of its name, and of those before the place
 * at its end. None if there are fewer than three letters or more than eight.
 */
export function initialsOf(row: CompanyRow): readonly string[] {
  if (row.status !== null || row.naturalPerson || row.legalFormCode === MUNICIPALITY) return []
  const size = Number(row.size ?? 0)
  if (size === 0 ? kindOf(row) !== 0 : size < LARGE_SIZE) return []
  const { words } = parseCompanyName(row.name)
  const all = [words, words.slice(0, placeAt(words, row.municipality))].map((some) =>
    some.flatMap((word) => (SMALL.has(word) ? [] : word[0]!)).join(''),
  )
  return [...new Set(all)].filter(({ length }) => 3 <= length && length <= 8)
}

/** Where the place begins. */
function placeAt(words: readonly string[], municipality: string | null): number {
  const preposition = words.findLastIndex((word) => BEFORE_PLACES.has(word))
  if (0 < preposition && words.length - preposition <= 3) return preposition
  const country = COUNTRIES_AT_END.find((one) => ` ${words.join(' ')}`.endsWith(` ${one}`))
  if (country !== undefined) return words.length - country.split(' ').length
  const town = splitWords(municipality ?? '')[0]?.text ?? ''
  return 3 < town.length && words.at(-1)!.startsWith(town.slice(0, -1)) ? words.length - 1 : words.length
}
