import { DatabaseError } from '../../storage/storage.ts'
import { type Difference, formatBatchKey } from './difference.ts'
import type { BatchKey } from './rows.ts'

/**
 * Rows that were read and cannot be right, because a disk or a person has changed them. It is thrown before anything
 * that follows from them is written, so its transaction leaves nothing behind. `Books` turns it into a doubt, and
 * serves all other accounts.
 * Rows that the ledger has computed itself are asserted instead: a wrong one is our bug.
 */
export class Damage extends Error {
  override readonly name = 'Damage'
  /** Undefined: the caller knows the account. */
  readonly account: string | undefined
  /** It contains no amounts, so the same damage gives the same text each time. */
  readonly detail: string

  constructor(account: string | undefined, detail: string) {
    super(account === undefined ? detail : `${account}: ${detail}`)
    this.account = account
    this.detail = detail
  }
}

/** For rows that were read. For rows to be written there is `assertHolds`. */
export function throwIfDamaged(broken: Difference | undefined): void {
  if (broken === undefined) return
  const { rule, account, period, what } = broken
  throw new Damage(account ?? undefined, `${rule} of ${period ?? 'no month'}: ${what}`)
}

/** The damage behind an error: rows that cannot be right, or that the database cannot read. */
export function damageOf(error: unknown): Damage | undefined {
  if (error instanceof Damage) return error
  if (!(error instanceof DatabaseError) || error.reason !== 'damaged' || error.outcome === 'unknown') return undefined
  return new Damage(undefined, `the database cannot read it: ${error.message}`)
}

/** The reason of doubts about damaged rows. */
export const DAMAGED = 'damaged'

export function unreadableBatchDamage(key: BatchKey): Damage {
  return new Damage(undefined, `${formatBatchKey(key)} cannot be read`)
}
