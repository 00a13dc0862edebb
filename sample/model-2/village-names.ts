import type { Random } from '../../src/stdx/random.ts'
import type { Gender, VillageWords } from '../geography/village-names.ts'
import { pick } from '../pick.ts'
import { type Curve, drawByFrequency } from './zipf.ts'

export interface FrequentVillages {
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

/** Common names, mostly with an attribute, and names put together of a root and an ending. */
export function makeVillageNames(villages: FrequentVillages): VillageNames {
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
