import type { Country } from '../../src/records/country.ts'
import { type Random, seededRandom } from '../../src/stdx/random.ts'
import type { Indexes } from '../search/searched.ts'

/** What one person types, as the queries that each keystroke sends. */
export interface Typing {
  readonly country: Country
  readonly queries: readonly string[]
}

/** The API accepts no shorter text. */
const FIRST_LENGTH = 2
/** By then a person has picked a suggestion. */
const LAST_LENGTH = 24

/** Names of companies, as their register spells them. */
export function typeCompanies({ companies }: Indexes, country: Country, count: number): Typing[] {
  const { columns } = companies[country]
  return makeTypings(country, count, (random) => columns.summaryAt(random.below(columns.length)).name)
}

/** Streets with number and town, or the town alone where there is no street. */
export function typeAddresses({ addresses }: Indexes, country: Country, count: number): Typing[] {
  const { columns } = addresses[country]
  return makeTypings(country, count, (random) => {
    const { street, municipality, registrationNumber } = columns.at(random.below(columns.length))
    return street === null ? municipality : `${street} ${registrationNumber ?? ''} ${municipality}`
  })
}

function makeTypings(country: Country, count: number, take: (random: Random) => string): Typing[] {
  const random = seededRandom(1)
  return Array.from({ length: count }, () => ({ country, queries: queriesOf(take(random)) }))
}

function queriesOf(text: string): string[] {
  const letters = [...text].slice(0, LAST_LENGTH)
  const prefixes = letters.map((_, i) => letters.slice(0, i + 1).join(''))
  return prefixes.filter((prefix) => FIRST_LENGTH <= [...prefix.trim()].length && /[\p{L}\p{N}]/u.test(prefix))
}
