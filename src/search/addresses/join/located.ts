import type { AddressText } from '../../../text/address-text.ts'
import { PREPOSITIONS } from '../../../text/inflection.ts'
import { isParted } from './find-names.ts'

/** Whether a name stands behind a number, a comma or a preposition: most likely a town. */
export function isLocated({ tokens }: AddressText): boolean {
  let isBehind = false
  for (const [i, token] of tokens.entries()) {
    if (0 < i && isParted(token)) isBehind = true
    if (token.kind === 'number' || PREPOSITIONS.has(token.text)) isBehind = true
    else if (isBehind && token.role === null && 2 <= token.text.length) return true
  }
  return false
}
