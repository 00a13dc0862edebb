import type { DatabaseFault, FaultReason } from './database.ts'
import { isDenied } from './postgres-faults.ts'
import { isWithoutMeans } from './sqlite-errors.ts'

/** Whether what was read may be damaged. Else the fault says nothing of it: it was not looked at. */
export function mayBeDamage({ reason, cause }: DatabaseFault): boolean {
  return !(PASSING.has(reason) || isDenied(cause) || isWithoutMeans(cause))
}

/** A database that is away or busy, or has no room to sort in. */
const PASSING: ReadonlySet<FaultReason> = new Set(['lost', 'busy', 'full'])
