import type { Random } from '../../src/stdx/random.ts'
import { pick } from '../pick.ts'
import { readTable, readWords } from '../read-table.ts'

/** Masculine, feminine, neuter, plural. */
export type Gender = 'm' | 'f' | 'n' | 'p'

export interface VillageWords {
  readonly common: readonly string[]
  readonly roots: readonly string[]
  readonly endings: readonly (readonly [text: string, gender: Gender])[]
  /** Adjectives in the four forms that names take. */
  readonly adjectives: readonly Readonly<Record<Gender, string>>[]
  /** Said after the name: `nad Váhom`. */
  readonly places: readonly string[]
}

/**
 * A name that a village could have: a common one, or one put together. The caller sees to it that no okres has it
 * twice.
 */
export function villageName(words: VillageWords, random: Random): string {
  if (random.fraction() < 0.22) return pick(random, words.common)
  const [ending, gender] = pick(random, words.endings)
  const base = pick(random, words.roots) + ending
  const chance = random.fraction()
  if (chance < 0.22) return `${pick(random, words.adjectives)[gender]} ${base}`
  if (chance < 0.32) return `${base} ${pick(random, words.places)}`
  return base
}

export const SLOVAK_VILLAGES = readVillageWords('slovak')
export const CZECH_VILLAGES = readVillageWords('czech')

function readVillageWords(country: 'slovak' | 'czech'): VillageWords {
  return {
    common: readWords(`${country}/villages.txt`),
    roots: readWords(`${country}/village-roots.txt`),
    endings: readTable(`${country}/village-endings.tsv`, ['ending', 'gender']).map(
      ({ ending, gender }) => [ending, gender as Gender] as const,
    ),
    adjectives: readTable(`${country}/village-adjectives.tsv`, ['m', 'f', 'n', 'p']),
    places: readWords(`${country}/village-places.txt`),
  }
}
