import { includesScope, type Scope } from '../scopes.ts'
import type { Principal } from './authenticate.ts'

/** `forbidden`: the account is not verified, or the project is suspended. No session has the scope of usage. */
export function authorize(principal: Principal, scope: Scope): 'allowed' | 'forbidden' | 'scope_not_allowed' {
  if (principal.project.standing !== 'active') return 'forbidden'
  return includesScope(principal.scopes, scope) ? 'allowed' : 'scope_not_allowed'
}
