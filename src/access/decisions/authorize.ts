import { includesScope, type Scope } from '../scopes.ts'
import type { Principal } from './authenticate.ts'

/** What needs a credential, and which scope. */
export const OPERATION_SCOPES = {
  suggestAddresses: 'addresses:suggest',
  suggestCompanies: 'companies:suggest',
  readCompany: 'companies:read',
  getUsage: 'usage:read',
} as const satisfies Record<string, Scope>

export type Operation = keyof typeof OPERATION_SCOPES

/** `forbidden`: the account is not verified, or the project is suspended. No session has the scope of usage. */
export function authorize(principal: Principal, operation: Operation): 'allowed' | 'forbidden' | 'scope_not_allowed' {
  if (principal.project.standing !== 'active') return 'forbidden'
  return includesScope(principal.scopes, OPERATION_SCOPES[operation]) ? 'allowed' : 'scope_not_allowed'
}
