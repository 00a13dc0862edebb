import type { DoubtRow, Rows } from './rows.ts'

export interface NewDoubt {
  /** Null: all accounts. */
  readonly account: string | null
  readonly reason: string
  readonly detail: string
}

/** Writes down why the books are not trusted. The same doubt is not raised twice, nor again after it was resolved. */
export async function raiseDoubt(rows: Rows, doubt: NewDoubt): Promise<'raised' | 'known' | 'resolved'> {
  const same = (await rows.doubts()).find(
    ({ account, reason, detail }) => account === doubt.account && reason === doubt.reason && detail === doubt.detail,
  )
  if (same !== undefined) return same.resolvedAtMs === null ? 'known' : 'resolved'
  const open = { resolvedAtMs: null, resolvedBy: null, resolvedWhy: null }
  await rows.putDoubt({ ...doubt, ...open, raisedAtMs: await rows.now() })
  return 'raised'
}

/** The operator trusts the books again: every open doubt is resolved, by whom and why. */
export async function resolveDoubts(
  rows: Rows,
  { who, why }: { who: string; why: string },
): Promise<readonly DoubtRow[]> {
  const open = (await rows.doubts()).filter(({ resolvedAtMs }) => resolvedAtMs === null)
  const resolvedAtMs = await rows.now()
  for (const doubt of open) await rows.putDoubt({ ...doubt, resolvedAtMs, resolvedBy: who, resolvedWhy: why })
  return open
}
