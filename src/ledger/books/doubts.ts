import { trustClock } from './ledger-time.ts'
import type { DoubtRow } from './rows.ts'
import type { Rows } from './store.ts'
import { isUnresolved, readUnresolvedDoubts } from './unresolved-doubts.ts'

export interface NewDoubt {
  /** Null: all accounts. */
  readonly account: string | null
  readonly reason: string
  readonly detail: string
}

/**
 * These describe facts that cannot change: once the operator has resolved one, it is not raised again. All others
 * describe the present state.
 */
const LASTING: ReadonlySet<string> = new Set(['foreign_books', 'books_behind', 'timeline'])

/**
 * Stores a reason not to trust the books. An unresolved doubt is not raised twice. A resolved one is raised anew,
 * under a new id.
 */
export async function raiseDoubt(rows: Rows, doubt: NewDoubt): Promise<'raised' | 'known' | 'resolved'> {
  const same = (await rows.doubts()).filter((row) => isSame(row, doubt))
  if (same.some(isUnresolved)) return 'known'
  if (0 < same.length && LASTING.has(doubt.reason)) return 'resolved'
  const open = { resolvedAtMs: null, resolvedBy: null, resolvedWhy: null }
  await rows.putDoubt({ ...doubt, ...open, raisedAtMs: await rows.now() })
  return 'raised'
}

/** Identifies a doubt. The time is part of it: an older copy of the books may give the same id to another doubt. */
export interface DoubtKey {
  readonly id: number
  readonly raisedAtMs: number
}

export interface TrustRequest {
  readonly who: string
  readonly why: string
  /** The doubts that the operator has examined. Every other doubt stays. */
  readonly doubts: readonly DoubtKey[]
}

/** The accounts whose books an audit found wrong. `all`: also doubts that concern all accounts. */
export type BrokenAccounts = 'all' | readonly string[]

export interface TrustResult {
  readonly resolved: readonly DoubtRow[]
  /** Doubts about accounts whose books are wrong. */
  readonly refused: readonly DoubtRow[]
  /** The books have no such doubt, or it was resolved before. */
  readonly notStanding: readonly DoubtKey[]
}

/**
 * Resolves the doubts that the operator names. A doubt about an account whose books are wrong stays, and delays no
 * other account.
 */
export async function resolveDoubts(
  rows: Rows,
  { who, why, doubts, broken = [] }: TrustRequest & { readonly broken?: BrokenAccounts },
): Promise<TrustResult> {
  const standing = await readUnresolvedDoubts(rows)
  const find = ({ id, raisedAtMs }: DoubtKey) => standing.find((row) => row.id === id && row.raisedAtMs === raisedAtMs)
  const named = new Set(doubts.flatMap((key) => find(key) ?? []))
  const isBroken = ({ account }: DoubtRow): boolean =>
    broken === 'all' || (account !== null && broken.includes(account))
  const resolved = [...named].filter((row) => !isBroken(row))
  const resolvedAtMs = await rows.now()
  for (const row of resolved) await rows.putDoubt({ ...row, resolvedAtMs, resolvedBy: who, resolvedWhy: why })
  for (const row of resolved) await trustClock(rows, row)
  const notStanding = doubts.filter((key) => find(key) === undefined)
  return { resolved, refused: [...named].filter(isBroken), notStanding }
}

function isSame(row: DoubtRow, { account, reason, detail }: NewDoubt): boolean {
  return row.account === account && row.reason === reason && row.detail === detail
}
