import { DatabaseError } from '../../storage/storage.ts'
import { type Difference, formatBatchKey } from './difference.ts'
import type { BatchKey } from './rows.ts'

/**
 * Rows that were read and cannot be right: a disk or somebody has changed them. Thrown before anything is written that follows from them, so its transaction
 * leaves nothing behind; `Books` makes a doubt of it, and everybody else is served. What was computed from rows that hold is asserted instead: that is our bug.
 */
export class Damage extends Error {
  override readonly name = 'Damage'
  /** Undefined: whoever asked for it knows. */
  readonly account: string | undefined
  /** Without numbers that move: it also tells the same damage found twice. */
  readonly detail: string

  constructor(account: string | undefined, detail: string) {
    super(account === undefined ? detail : `${account}: ${detail}`)
    this.account = account
    this.detail = detail
  }
}

/** For rows that were read. The same equations are asserted when a row is written. */
export function throwIfDamaged(broken: Difference | undefined): void {
  if (broken === undefined) return
  const { rule, account, period, what } = broken
  throw new Damage(account ?? undefined, `${rule} of ${period ?? 'no month'}: ${what}`)
}

/** The damage that an error stands for: rows that cannot be right, or that the database cannot read. */
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
