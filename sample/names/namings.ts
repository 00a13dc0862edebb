import type { Model } from '../model.ts'
import { CZECH_NAMES } from './czech-names.ts'
import { CZECH_NAMES_1 } from './czech-names-1.ts'
import type { Naming } from './naming.ts'
import { SLOVAK_NAMES } from './slovak-names.ts'
import { SLOVAK_NAMES_1 } from './slovak-names-1.ts'

export function czechNaming(model: Model): Naming {
  return model === 1 ? CZECH_NAMES_1 : CZECH_NAMES
}

export function slovakNaming(model: Model): Naming {
  return model === 1 ? SLOVAK_NAMES_1 : SLOVAK_NAMES
}
