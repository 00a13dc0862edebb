import { type ScopeSet, scopesBeyond } from '../scopes.ts'
import type { Actor } from './acts.ts'
import { forbidden, type OperatorMistake } from './operator-mistake.ts'

/** What an operator with bounds may not give. Commands have none. */
export function checkBounds(
  { bounds }: Actor,
  { allowanceUnits = 0, scopes = 0 as ScopeSet }: { readonly allowanceUnits?: number; readonly scopes?: ScopeSet },
): OperatorMistake | undefined {
  if (bounds === undefined) return undefined
  if (bounds.allowanceUnits !== null && bounds.allowanceUnits < allowanceUnits)
    return forbidden(`This token may give an account at most ${bounds.allowanceUnits} units a month.`)
  const more = scopesBeyond(scopes, bounds.scopes)
  return more.length === 0 ? undefined : forbidden(`${more.join(', ')}: this token may not give it.`)
}
