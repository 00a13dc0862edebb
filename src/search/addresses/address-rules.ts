import type { AddressRule } from './address-rule.ts'
import { asTyped } from './rules/as-typed.ts'
import { joinedAnywhere } from './rules/joined-anywhere.ts'
import { joinedNames } from './rules/joined-names.ts'
import { numberUnknown } from './rules/number-unknown.ts'
import { numberWriting } from './rules/number-writing.ts'
import { okres } from './rules/okres.ts'
import { oneTypo } from './rules/one-typo.ts'
import { shortTypo } from './rules/short-typo.ts'
import { townCode } from './rules/town-code.ts'
import { twoTypos } from './rules/two-typos.ts'
import { unshifted } from './rules/unshifted.ts'

/** The rules in their order: a rule is asked if those before it found nothing. */
export const ADDRESS_RULES: readonly AddressRule[] = [
  okres,
  townCode,
  asTyped,
  unshifted,
  numberWriting,
  joinedNames,
  numberUnknown,
  oneTypo,
  twoTypos,
  shortTypo,
  joinedAnywhere,
]
