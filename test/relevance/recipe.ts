import { COUNTRIES } from '../../src/records/country.ts'
import { type Random, seededRandom } from '../../src/stdx/random.ts'
import type { Asked } from './asked.ts'
import type { Case } from './case-file.ts'
import type { Documents } from './documents.ts'
import { byHand, drawByWeight } from './hand.ts'
import { addressVariants } from './recipe-addresses.ts'
import { companyVariants } from './recipe-companies.ts'
import type { Kind } from './searcher.ts'

/**
 * The seed of the final report. It is run once, after all tuning, because results that influence the tuning measure
 * nothing.
 */
export const FINAL_SEED = 20261121

/** A typed text, and the name of the intended record. */
export interface TypedQuery {
  readonly text: string
  readonly names: readonly string[]
  readonly asked: Asked
}

export interface SeededCase extends Case {
  readonly asked: Asked
}

/** Makes a query for a random record. Undefined if the record does not allow it. */
export type Variant = (random: Random) => TypedQuery | undefined

/** The kinds of query for one kind of record and country, by name, with their weights. */
export type Variants = readonly (readonly [name: string, weight: number, variant: Variant])[]

/** The maximum number of draws for one query. */
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
    { country, kind: 'companies' as Kind, variants: companyVariants(documents[country]) },
    { country, kind: 'addresses' as Kind, variants: addressVariants(documents[country]) },
  ])
  return Array.from({ length: count }, (_, i) => {
    const { country, kind, variants } = kinds[i % kinds.length]!
    const { name, typed } = draw(random, variants)
    return {
      place: `seeded ${seed}:${i + 1}`,
      theme: `seeded-${kind}-${name}`,
      query: { kind, country, text: byHand(random, typed.text), near: null },
      expected: { form: 'one', names: typed.names },
      atMostRank: 1,
      because: name,
      asked: typed.asked,
    } satisfies SeededCase
  })
}

function draw(random: Random, variants: Variants): { readonly name: string; readonly typed: TypedQuery } {
  for (let i = 0; i < DRAWS_MAX; i++) {
    const [name, variant] = drawByWeight(
      random,
      variants.map(([name, weight, variant]) => [[name, variant] as const, weight]),
    )
    // The kind of query is kept until a record allows it. Otherwise rare kinds would be rarer still.
    for (let j = 0; j < DRAWS_MAX; j++) {
      const typed = variant(random)
      if (typed !== undefined) return { name, typed }
    }
  }
  throw new Error('no record allows any kind of query')
}
