import { type Random, seededRandom } from '../../src/stdx/random.ts'
import { pick, zipf } from '../pick.ts'
import { readWords } from '../read-table.ts'

const STARTS = readWords('firms/brand-starts.txt')
const MIDDLES = readWords('firms/brand-middles.txt')
const ENDS = readWords('firms/brand-ends.txt')

/**
 * A meaningless word, made of syllables: three million of them. A real firm of such a name is not meant.
 */
export function brand(random: Random): string {
  const chance = random.fraction()
  if (chance < 0.25) return pick(random, STARTS) + pick(random, MIDDLES) + pick(random, MIDDLES)
  if (chance < 0.7) return pick(random, STARTS) + pick(random, MIDDLES) + pick(random, ENDS)
  if (chance < 0.8) return `${initials(random)} ${pick(random, STARTS)}${pick(random, MIDDLES)}${pick(random, ENDS)}`
  return pick(random, STARTS) + pick(random, MIDDLES) + pick(random, MIDDLES) + pick(random, ENDS)
}

const CONSONANTS = 'BCDFGHJKLMNPRSTVZ'

/** "K.M.", "ABT", "J & R": how many a firm is called. */
export function initials(random: Random): string {
  const letter = () => CONSONANTS[random.below(CONSONANTS.length)]!
  const chance = random.below(4)
  if (chance === 0) return `${letter()}.${letter()}.`
  if (chance === 1) return `${letter()} & ${letter()}`
  return letter() + letter() + letter()
}

/** So many brands belong to more than one company. They are the same in both countries. */
const FAMILIES = 60_000
const family = zipf(FAMILIES, { exponent: 0.9, shift: 60 })

/** The brand of a family of companies: the largest have hundreds of members, most of them one or two. */
export function familyBrand(random: Random): string {
  return brand(seededRandom(family(random) + 1))
}
