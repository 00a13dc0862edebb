import { forDialects, type Rows, selectJsonRows } from './books.ts'

/** Why nothing is charged to an account, or to any, until the operator resolves it. */
export interface DoubtRow {
  readonly id: number
  /** Null: all accounts. */
  readonly account: string | null
  readonly reason: string
  readonly detail: string
  readonly raisedAtMs: number
  readonly resolvedAtMs: number | null
  readonly resolvedBy: string | null
  readonly resolvedWhy: string | null
}

export type NewDoubt = Pick<DoubtRow, 'account' | 'reason' | 'detail'>

/** The books lack charges that were acknowledged. */
export const BEHIND = 'behind'
/** Acknowledged charges of an account do not fit into the older books. */
export const LEFT_OUT = 'left_out'
/** A batch of the journal is damaged or missing. */
export const JOURNAL = 'journal'

type Fields = readonly [
  ...[id: number, account: string | null, reason: string, detail: string],
  ...[raisedAtMs: number, resolvedAtMs: number | null, resolvedBy: string | null, resolvedWhy: string | null],
]

export async function readDoubts(rows: Rows): Promise<DoubtRow[]> {
  const sql = `select id, account, reason, detail, raised_at_ms, resolved_at_ms, resolved_by, resolved_why
               from doubt order by id`
  return (await rows.query<Fields>(sql)).map(
    ([id, account, reason, detail, raisedAtMs, resolvedAtMs, resolvedBy, resolvedWhy]) => {
      return { id, account, reason, detail, raisedAtMs, resolvedAtMs, resolvedBy, resolvedWhy }
    },
  )
}

export async function readOpenDoubts(rows: Rows): Promise<DoubtRow[]> {
  return (await readDoubts(rows)).filter(isUnresolved)
}

function isUnresolved({ resolvedAtMs }: DoubtRow): boolean {
  return resolvedAtMs === null
}

/** An unresolved doubt is not raised twice. A resolved one is raised anew, under a new id. */
export async function raiseDoubts(rows: Rows, doubts: readonly NewDoubt[]): Promise<void> {
  if (doubts.length === 0) return
  const known = Map.groupBy(await readDoubts(rows), nameOf)
  const fresh = [...new Map(doubts.map((doubt) => [nameOf(doubt), doubt]))].filter(([name, { reason }]) => {
    const same = known.get(name) ?? []
    // A damaged batch cannot change: a doubt about it that was resolved is not raised again.
    return !same.some(isUnresolved) && (same.length === 0 || reason !== JOURNAL)
  })
  if (fresh.length === 0) return
  const list = JSON.stringify(fresh.map(([, { account, reason, detail }]) => [account, reason, detail]))
  await rows.run(INSERT[rows.dialect], list, await rows.nowMs())
}

const INSERT = forDialects(
  (dialect) => `with n (account, reason, detail) as (${selectJsonRows(dialect, 'text', 'text', 'text')})
                insert into doubt (account, reason, detail, raised_at_ms)
                select account, reason, detail, cast($2 as bigint) from n`,
)

/**
 * Raises one doubt for the event in which acknowledged charges were lost, however many servers notice it. A resolved
 * doubt covers every mark from before its resolution.
 */
export async function raiseBehind(rows: Rows, markAtMs: number, detail: string): Promise<'raised' | 'known'> {
  const known = (await readDoubts(rows)).some(
    ({ reason, resolvedAtMs }) => reason === BEHIND && (resolvedAtMs === null || markAtMs <= resolvedAtMs),
  )
  if (known) return 'known'
  await raiseDoubts(rows, [{ account: null, reason: BEHIND, detail }])
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

/** The accounts in which an audit finds differences. `all`: the books cannot be audited. */
export type BrokenAccounts = 'all' | readonly string[]

export interface TrustResult {
  readonly resolved: readonly DoubtRow[]
  /** Doubts about accounts whose books are wrong. */
  readonly refused: readonly DoubtRow[]
  /** The books have no such doubt, or it was resolved before. */
  readonly notStanding: readonly DoubtKey[]
}

/** Resolves the doubts that the operator names. One about an account whose books are wrong stays. */
export async function resolveDoubts(
  rows: Rows,
  { who, why, doubts, broken = [] }: TrustRequest & { readonly broken?: BrokenAccounts },
): Promise<TrustResult> {
  const standing = await readOpenDoubts(rows)
  const find = ({ id, raisedAtMs }: DoubtKey) => standing.find((row) => row.id === id && row.raisedAtMs === raisedAtMs)
  const named = [...new Set(doubts.flatMap((key) => find(key) ?? []))]
  const isBroken = ({ account }: DoubtRow): boolean =>
    broken === 'all' || (account !== null && broken.includes(account))
  const resolved = named.filter((row) => !isBroken(row))
  const resolvedAtMs = await rows.nowMs()
  const sql = 'update doubt set resolved_at_ms = $2, resolved_by = $3, resolved_why = $4 where id = $1'
  for (const { id } of resolved) await rows.run(sql, id, resolvedAtMs, who, why)
  const notStanding = doubts.filter((key) => find(key) === undefined)
  return { resolved, refused: named.filter(isBroken), notStanding }
}

function nameOf({ account, reason, detail }: NewDoubt): string {
  return JSON.stringify([account, reason, detail])
}
