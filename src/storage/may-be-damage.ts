import type { DatabaseError, DatabaseErrorReason } from './database.ts'
import { isDenied } from './postgres-errors.ts'
import { isOutOfResources } from './sqlite-errors.ts'

/** Whether what was read may be damaged. Else the fault says nothing of it: it was not looked at. */
export function mayBeDamage({ reason, cause }: DatabaseError): boolean {
  return !(PASSING.has(reason) || isDenied(cause) || isOutOfResources(cause))
}

/** A database that is away or busy, or has no room to sort in. */
const PASSING: ReadonlySet<DatabaseErrorReason> = new Set(['lost', 'busy', 'full'])
