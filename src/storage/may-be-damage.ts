import type { DatabaseError, DatabaseErrorReason } from './database.ts'
import { isDenied } from './postgres-errors.ts'
import { isOutOfResources } from './sqlite-errors.ts'

/** Whether the error may mean damaged data. False if the database did not get as far as reading it. */
export function mayBeDamage({ reason, cause }: DatabaseError): boolean {
  return !(TEMPORARY.has(reason) || isDenied(cause) || isOutOfResources(cause))
}

/** The database is unreachable or busy, or has no disk space to sort in. */
const TEMPORARY: ReadonlySet<DatabaseErrorReason> = new Set(['lost', 'busy', 'full'])
