import type { DoubtRow, Rows } from './rows.ts'

export interface NewDoubt {
  /** Null: all accounts. */
  readonly account: string | null
  readonly reason: string
  readonly detail: string
}

/** What these say stays so: once the operator has looked, it is not raised again. All others speak of what is found now. */
const LASTING: ReadonlySet<string> = new Set(['foreign_books', 'books_behind', 'timeline'])

/** Writes down why the books are not trusted. The same doubt is not raised twice. After it was resolved it is: trust is given to what is right by then. */
export async function raiseDoubt(rows: Rows, doubt: NewDoubt): Promise<'raised' | 'known' | 'resolved'> {
  const same = (await rows.doubts()).filter(
    ({ account, reason, detail }) => account === doubt.account && reason === doubt.reason && detail === doubt.detail,
  )
  if (same.some(({ resolvedAtMs }) => resolvedAtMs === null)) return 'known'
  if (0 < same.length && LASTING.has(doubt.reason)) return 'resolved'
  const open = { resolvedAtMs: null, resolvedBy: null, resolvedWhy: null }
  await rows.putDoubt({ ...doubt, ...open, raisedAtMs: await rows.now() })
  return 'raised'
}

/** The operator's last word of trust, and what the database's clock said when he gave it. */
export interface TrustWord {
  readonly id: number
  readonly atMs: number
}

export interface OperatorsTrust {
  readonly who: string
  readonly why: string
  /** What the clock of the books said at the node that he spoke to: it may leap before his word is written. Undefined: what it says now. */
  readonly clockMs?: number
}

/** Under which the word stands among the doubts, resolved from the beginning: what each node doubts by itself, as the clock, is nowhere in the books. */
const WORD = 'trust'

export function trustWord(doubts: readonly DoubtRow[]): TrustWord | undefined {
  const last = doubts.findLast(({ reason }) => reason === WORD)
  return last && { id: last.id, atMs: last.raisedAtMs }
}

/** The operator trusts the books again: every open doubt is resolved, by whom and why, and every node hears so. */
export async function resolveDoubts(rows: Rows, { who, why, clockMs }: OperatorsTrust): Promise<readonly DoubtRow[]> {
  const open = (await rows.doubts()).filter(({ resolvedAtMs }) => resolvedAtMs === null)
  const resolvedAtMs = await rows.now()
  for (const doubt of open) await rows.putDoubt({ ...doubt, resolvedAtMs, resolvedBy: who, resolvedWhy: why })
  const raisedAtMs = clockMs ?? resolvedAtMs
  const word = { account: null, reason: WORD, detail: 'what a node doubts by itself', raisedAtMs }
  await rows.putDoubt({ ...word, resolvedAtMs, resolvedBy: who, resolvedWhy: why })
  return open
}
