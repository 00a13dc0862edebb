import { COUNTRIES, type Country } from '../../src/records/country.ts'
import { type Random, seededRandom } from '../../src/stdx/random.ts'
import type { Documents, Indexed } from './documents.ts'
import { rankOf } from './expectation.ts'
import { numbersOf, roadOf } from './place-names.ts'
import type { Kind, Query, Searcher } from './searcher.ts'

/** A record and its natural text, which a person would type in full to find it. */
interface Typing {
  readonly kind: Kind
  readonly country: Country
  readonly text: string
  readonly names: readonly string[]
}

export interface Keystrokes {
  readonly kind: Kind
  readonly country: Country
  /** The number of letters after which the record was first, and among the first five. Infinite if it never was. */
  readonly toFirst: number
  readonly toFive: number
}

/** `count` companies by their rank and as many house numbers, of each country, always the same for a seed. */
export function typings(
  documents: Documents,
  { count, seed }: { readonly count: number; readonly seed: number },
): Typing[] {
  return COUNTRIES.flatMap((country) => {
    const random = seededRandom(seed)
    const { companies, points } = documents[country]
    const ofCompanies = Array.from({ length: count }, () => {
      const { row } = companies.at(Math.floor(companies.length * random.fraction() ** 2))!
      return { kind: 'companies', country, text: row.name, names: [row.name] } satisfies Typing
    })
    const ofHouses = Array.from(
      { length: count },
      () => ({ kind: 'addresses', country, ...houseText(points, random) }) satisfies Typing,
    )
    return [...ofCompanies, ...ofHouses]
  })
}

/** A random point as people write it: `street number, town`. The name of a village is not repeated. */
function houseText(points: Indexed['points'], random: Random): Pick<Typing, 'text' | 'names'> {
  for (;;) {
    const { row, names } = points.at(random.below(points.length))!
    const number = numbersOf(row)[0]?.[0]
    if (number === undefined) continue
    const road = roadOf(row)
    const town = row.postalDistrict ?? row.municipality
    return { text: town === road ? `${road} ${number}` : `${road} ${number}, ${town}`, names: [names[0]!] }
  }
}

/**
 * Types letter by letter, with all diacritics, until the record is first.
 */
export async function countKeystrokes(searcher: Searcher, typing: Typing): Promise<Keystrokes> {
  const { kind, country, text, names } = typing
  let toFive = Number.POSITIVE_INFINITY
  const letters = Array.from(text)
  for (let typed = 1; typed <= letters.length; typed++) {
    const query: Query = { kind, country, text: letters.slice(0, typed).join(''), near: null }
    const rank = rankOf({ form: 'one', names }, await searcher.suggest(query))
    if (0 < rank && rank <= 5) toFive = Math.min(toFive, typed)
    if (rank === 1) return { kind, country, toFirst: typed, toFive }
  }
  return { kind, country, toFirst: Number.POSITIVE_INFINITY, toFive }
}

/** The value below which this share of the sorted values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
