import type { DatabaseError } from '../../storage/storage.ts'
import type { Decision } from './commit.ts'
import { isPassing } from './faults.ts'

export interface IsolatePorts {
  /** Writes the waiting charges of these accounts alone. Undefined: none waits any more. */
  write(
    accounts: ReadonlySet<string>,
  ): Promise<{ readonly decision: Decision; readonly accounts: readonly string[] } | undefined>
  /** Whether the books take an empty batch. If they refuse that too, it is not the account. */
  takesEmpty(): Promise<boolean>
  /** Resolves when the doubt is stored. */
  damaged(account: string, cause: DatabaseError): Promise<void>
}

/**
 * Finds the accounts whose rows the books refuse, in halves: a refusal costs no wait. False: it is the books, or they
 * take nothing now.
 */
export async function isolateDamage(
  accounts: readonly string[],
  cause: DatabaseError,
  ports: IsolatePorts,
): Promise<boolean> {
  if (accounts.length === 1) {
    if (!(await ports.takesEmpty())) return false
    await ports.damaged(accounts[0]!, cause)
    return true
  }
  const half = accounts.length >> 1
  for (const part of [accounts.slice(0, half), accounts.slice(half)]) {
    const written = await ports.write(new Set(part))
    if (written === undefined) continue
    const { decision } = written
    if (decision.outcome === 'abandoned' || decision.outcome === 'cloned') return true
    const found = decision.outcome === 'not_charged' ? decision.cause : undefined
    if (found === undefined) continue
    if (isPassing(found) || !(await isolateDamage(written.accounts, found, ports))) return false
  }
  return true
}
