import type { Random } from '../../src/stdx/random.ts'
import type { TakeStreet } from '../geography/street-names.ts'
import { type Curve, zipf } from './zipf.ts'

/** How many draws a municipality is given before it takes any free name: Praha has used up the common ones. */
const DRAWS = 40

/** Names in the order of their frequency; each municipality draws from the whole country's. */
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
