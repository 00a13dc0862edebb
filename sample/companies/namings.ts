import type { Model } from '../model.ts'
import { CZECH_NAMES } from '../model-2/czech-names.ts'
import { SLOVAK_NAMES } from '../model-2/slovak-names.ts'
import { CZECH_PEOPLE } from '../names/czech-people.ts'
import { person, personText } from '../names/people.ts'
import { SLOVAK_PEOPLE } from '../names/slovak-people.ts'
import { czechFirmName } from './czech-firm-name.ts'
import type { Naming } from './naming.ts'
import { slovakFirmName } from './slovak-firm-name.ts'
import { traderName } from './slovak-trader-name.ts'

export function czechNaming(model: Model): Naming {
  return model === 1 ? CZECH_NAMES_1 : CZECH_NAMES
}

export function slovakNaming(model: Model): Naming {
  return model === 1 ? SLOVAK_NAMES_1 : SLOVAK_NAMES
}

const CZECH_NAMES_1: Naming = {
  person: (random) => person(CZECH_PEOPLE, random),
  trader: personText,
  local: new Map(),
  firm: (form, { town, street }, random) => czechFirmName(form, town, street, random),
}

const SLOVAK_NAMES_1: Naming = {
  person: (random) => person(SLOVAK_PEOPLE, random),
  trader: traderName,
  local: new Map(),
  firm: (form, { town, street }, random) => slovakFirmName(form, town, street, random),
}
