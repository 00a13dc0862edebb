import type { Random } from '../../src/stdx/random.ts'
import { type Curve, drawByFrequency, pick } from '../pick.ts'
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
 * Model 1: a name that a village could have, a common one, or one put together. The caller sees to it that no okres has
 * it twice.
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

interface FrequentVillages {
  /**
   * Names that are met everywhere, the most frequent first, with their gender where an adjective stands before them.
   */
  readonly common: readonly (readonly [name: string, gender: Gender])[]
  readonly curve: Curve
  /** The share of common names among all. */
  readonly share: number
  /** How often a common name has an attribute even where it is the only one: "Lhota pod Horami". */
  readonly attributeShare: number
  /** Parts of towns that are called the same everywhere. */
  readonly townParts: readonly string[]
  /** "u Chotěboře", beside those of `words`. */
  readonly places: readonly string[]
  readonly words: VillageWords
}

export interface VillageNames {
  village(random: Random): string
  /** A part of a municipality: what was a village, in towns also a quarter. */
  part(isTown: boolean, random: Random): string
}

/** Model 2: common names, mostly with an attribute, and names put together of a root and an ending. */
function makeVillageNames(villages: FrequentVillages): VillageNames {
  const { words, share, townParts } = villages
  const common = drawByFrequency(villages.common, villages.curve)
  const places = [...words.places, ...villages.places]
  const quarter = drawByFrequency(townParts, { exponent: 0.8, shift: 1 })

  const draw = (attributeShare: number, random: Random): string => {
    const isCommon = random.fraction() < share
    const [name, gender] = isCommon ? common(random) : invented(random)
    const chance = random.fraction()
    if ((isCommon ? attributeShare : 0.2) <= chance) return name
    if (random.fraction() < 0.6) return `${pick(random, words.adjectives)[gender]} ${name}`
    return `${name} ${pick(random, places)}`
  }
  const invented = (random: Random): readonly [string, Gender] => {
    const [ending, gender] = pick(random, words.endings)
    return [pick(random, words.roots) + ending, gender]
  }
  return {
    village: (random) => draw(villages.attributeShare, random),
    part: (isTown, random) =>
      isTown && random.fraction() < 0.4 ? quarter(random) : draw(villages.attributeShare / 2, random),
  }
}

const readCommon = (file: string) =>
  readTable(file, ['name', 'gender']).map(({ name, gender }) => [name, gender as Gender] as const)

/** Those of model 1 without the endings that are names of their own: Petrova Lhota would be met too often. */
const oneWord = (words: VillageWords): VillageWords => ({
  ...words,
  endings: words.endings.filter(([text]) => !text.includes(' ')),
})

/**
 * Known: Ves stands in the names of 71 Czech municipalities, Lhota in 65, Újezd in 44; of those without an attribute 14
 * are called Nová Ves, 9 Petrovice and Němčice, 8 Březina and Slatina.
 */
export const CZECH_VILLAGE_NAMES = makeVillageNames({
  common: readCommon('czech/frequent-villages.tsv'),
  curve: { exponent: 0.8, shift: 3 },
  share: 0.5,
  attributeShare: 0.55,
  townParts: readWords('czech/town-parts.txt'),
  places: readWords('czech/more-village-places.txt'),
  words: oneWord(CZECH_VILLAGES),
})

/** Known: 205 municipalities share their name with another; four are called Lúčka and four Porúbka. */
export const SLOVAK_VILLAGE_NAMES = makeVillageNames({
  common: readCommon('slovak/frequent-villages.tsv'),
  curve: { exponent: 0.7, shift: 3 },
  share: 0.3,
  attributeShare: 0.6,
  townParts: readWords('slovak/town-parts.txt'),
  places: readWords('slovak/more-village-places.txt'),
  words: oneWord(SLOVAK_VILLAGES),
})
