import type { Random } from '../../src/stdx/random.ts'
import { type Curve, pick, zipf } from '../pick.ts'
import type { Named } from './country.ts'

export interface StreetNames {
  /** The most frequent first. */
  readonly common: readonly string[]
  /** Names after persons, for cities that have used up the common ones. */
  readonly surnames: readonly string[]
  readonly firstNames: readonly string[]
  /** Said before a name where even those are used up: "Horní", "Malá". */
  readonly adjectives: readonly string[]
  readonly nextCode: () => number
}

/**
 * Gives a municipality another street: a name that it does not have yet, with a code that the country does not have
 * yet.
 */
export type TakeStreet = (used: Set<string>, random: Random) => Named

/** Model 1. */
export function streetsOf(names: StreetNames): TakeStreet {
  return (used, random) => {
    for (;;) {
      const name = inventName(names, used.size, random)
      if (used.has(name)) continue
      used.add(name)
      return { name, code: names.nextCode() }
    }
  }
}

/** The larger a town, the smaller the share of common street names. */
function inventName(names: StreetNames, taken: number, random: Random): string {
  if (random.fraction() < 60 / (60 + taken)) {
    // Rank r comes about as often as 1 / (r + 8): the first name stands in half of the villages, the hundredth in one
    // of twenty.
    const rank = Math.floor(8 * (names.common.length / 8 + 1) ** random.fraction() - 8)
    return names.common[Math.min(rank, names.common.length - 1)]!
  }
  const chance = random.fraction()
  const surname = pick(random, names.surnames)
  if (chance < 0.4 && taken < 300) return surname
  if (chance < 0.5) return `${pick(random, names.adjectives)} ${pick(random, names.common)}`
  const initial = () => `${pick(random, names.firstNames).slice(0, 1)}.`
  if (chance < 0.75) return `${initial()} ${surname}`
  return `${initial()} ${initial()} ${surname}`
}

/** How many draws a municipality is given before it takes any free name: Praha has used up the common ones. */
const DRAWS = 40

/** Model 2: names in the order of their frequency; each municipality draws from the whole country's. */
export function streetsFrom(names: readonly string[], curve: Curve, nextCode: () => number): TakeStreet {
  const rank = zipf(names.length, curve)
  const take = (used: Set<string>, random: Random): string => {
    for (let i = 0; i < DRAWS; i++) {
      const name = names[rank(random)]!
      if (!used.has(name)) return name
    }
    for (;;) {
      const name = names[random.below(names.length)]!
      if (!used.has(name)) return name
    }
  }
  return (used, random) => {
    const name = take(used, random)
    used.add(name)
    return { name, code: nextCode() }
  }
}
