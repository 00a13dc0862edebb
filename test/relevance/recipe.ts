import { COUNTRIES } from '../../src/records/country.ts'
import { type Random, seededRandom } from '../../src/stdx/random.ts'
import type { Asked } from './asked.ts'
import type { Case } from './case-file.ts'
import type { Documents } from './documents.ts'
import { byHand, drawByWeight } from './hand.ts'
import { addressWays } from './recipe-addresses.ts'
import { companyWays } from './recipe-companies.ts'
import type { Kind } from './searcher.ts'

/**
 * The seed of the final report. It is run once, when all tuning is over: a seed that was looked at is no measure any
 * more.
 */
export const FINAL_SEED = 20261121

/** What a person types, and the name of the record that is meant. */
export interface Wish {
  readonly text: string
  readonly names: readonly string[]
  readonly asked: Asked
}

export interface SeededCase extends Case {
  readonly asked: Asked
}

/** A way to ask for a record that chance picked. Undefined if this record cannot be asked for so. */
export type Way = (random: Random) => Wish | undefined

/** The ways of one kind and country, by their name, each with how often it is taken. */
export type Ways = readonly (readonly [name: string, weight: number, way: Way])[]

/** Draws that come to nothing are drawn again, but not for ever. */
const DRAWS_MAX = 1000

/**
 * Queries as people would type them, from a seed. Each kind and each country has a quarter. The recipe is in README.md.
 */
export function makeSeededCases(
  documents: Documents,
  { count, seed }: { readonly count: number; readonly seed: number },
): SeededCase[] {
  const random = seededRandom(seed)
  const kinds = COUNTRIES.flatMap((country) => [
    { country, kind: 'companies' as Kind, ways: companyWays(documents[country]) },
    { country, kind: 'addresses' as Kind, ways: addressWays(documents[country]) },
  ])
  return Array.from({ length: count }, (_, i) => {
    const { country, kind, ways } = kinds[i % kinds.length]!
    const { name, wish } = draw(random, ways)
    return {
      place: `seeded ${seed}:${i + 1}`,
      theme: `seeded-${kind}-${name}`,
      query: { kind, country, text: byHand(random, wish.text), near: null },
      expected: { form: 'one', names: wish.names },
      atMostRank: 1,
      because: name,
      asked: wish.asked,
    } satisfies SeededCase
  })
}

function draw(random: Random, ways: Ways): { readonly name: string; readonly wish: Wish } {
  for (let i = 0; i < DRAWS_MAX; i++) {
    const [name, way] = drawByWeight(
      random,
      ways.map(([name, weight, way]) => [[name, way] as const, weight]),
    )
    // The way is kept until a record fits it: else rare ways would be rarer still.
    for (let j = 0; j < DRAWS_MAX; j++) {
      const wish = way(random)
      if (wish !== undefined) return { name, wish }
    }
  }
  throw new Error('no record can be asked for in any way')
}
