import type { Random } from '../../src/stdx/random.ts'
import type { Model } from '../model.ts'
import { CZECH_PEOPLE, SLOVAK_PEOPLE } from '../names/people.ts'
import { CZECH_STREET_NAMES, CZECH_STREETS } from './czech-streets.ts'
import { streetOf } from './grammar.ts'
import { SLOVAK_STREET_NAMES, SLOVAK_STREETS } from './slovak-streets.ts'
import { streetsFrom, streetsOf, type TakeStreet } from './street-names.ts'
import {
  CZECH_VILLAGE_NAMES,
  CZECH_VILLAGES,
  SLOVAK_VILLAGE_NAMES,
  SLOVAK_VILLAGES,
  type VillageNames,
  type VillageWords,
  villageName,
} from './village-names.ts'

/** How villages, parts of municipalities and streets of a country are called in one model. */
export interface PlaceNames {
  readonly village: (random: Random) => string
  /** Adds the name to those that the municipality has. */
  readonly part: (taken: Set<string>, isTown: boolean, random: Random) => string
  readonly streets: (nextCode: () => number) => TakeStreet
}

export function czechPlaceNames(model: Model): PlaceNames {
  if (model === 2) {
    return {
      ...frequentVillages(CZECH_VILLAGE_NAMES),
      streets: (nextCode) => streetsFrom(CZECH_STREET_NAMES, { exponent: 1.1, shift: 8 }, nextCode),
    }
  }
  return {
    ...evenVillages(CZECH_VILLAGES),
    streets: (nextCode) =>
      streetsOf({
        common: CZECH_STREETS,
        surnames: CZECH_PEOPLE.surnames.map(streetOf),
        firstNames: CZECH_PEOPLE.men,
        adjectives: ['Horní', 'Dolní', 'Malá', 'Velká', 'Nová', 'Stará', 'Přední', 'Zadní', 'Západní', 'Východní'],
        nextCode,
      }),
  }
}

export function slovakPlaceNames(model: Model): PlaceNames {
  if (model === 2) {
    return {
      ...frequentVillages(SLOVAK_VILLAGE_NAMES),
      streets: (nextCode) => streetsFrom(SLOVAK_STREET_NAMES, { exponent: 1.1, shift: 6 }, nextCode),
    }
  }
  return {
    ...evenVillages(SLOVAK_VILLAGES),
    streets: (nextCode) =>
      streetsOf({
        common: SLOVAK_STREETS,
        surnames: SLOVAK_PEOPLE.surnames.map(streetOf),
        firstNames: SLOVAK_PEOPLE.men,
        adjectives: ['Horná', 'Dolná', 'Malá', 'Veľká', 'Nová', 'Stará', 'Predná', 'Zadná', 'Vyšná', 'Nižná'],
        nextCode,
      }),
  }
}

function frequentVillages(names: VillageNames): Pick<PlaceNames, 'village' | 'part'> {
  return {
    village: names.village,
    part(taken, isTown, random) {
      for (;;) {
        const name = names.part(isTown, random)
        if (taken.has(name)) continue
        taken.add(name)
        return name
      }
    },
  }
}

/** Model 1: a municipality may have a part twice. */
function evenVillages(words: VillageWords): Pick<PlaceNames, 'village' | 'part'> {
  return {
    village: (random) => villageName(words, random),
    part: (_taken, _isTown, random) => villageName(words, random),
  }
}
