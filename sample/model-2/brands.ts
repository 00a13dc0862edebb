import { type Random, seededRandom } from '../../src/stdx/random.ts'
import { brand } from '../names/brands.ts'
import { zipf } from './zipf.ts'

/** So many brands belong to more than one company. They are the same in both countries. */
const FAMILIES = 60_000
const family = zipf(FAMILIES, { exponent: 0.9, shift: 60 })

/** The brand of a family of companies: the largest have hundreds of members, most of them one or two. */
export function familyBrand(random: Random): string {
  return brand(seededRandom(family(random) + 1))
}
