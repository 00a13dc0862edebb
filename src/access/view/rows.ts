import type { AccountState } from '../control/accounts.ts'
import { readBudgets } from '../control/browser-budgets.ts'
import { listIds, type RowQueries } from '../control/id-list.ts'
import { readLimits } from '../control/project-limits.ts'
import type { ProjectState } from '../control/projects.ts'
import type { BudgetSettings } from '../limits/browser-budget.ts'
import type { ProjectLimits } from '../limits/limit-settings.ts'
import { readScopes, type ScopeSet } from '../scopes.ts'

/** Rows of the control database with what stands in tables of its own: texts and numbers, which JSON can hold. */
export type AccountRow = readonly [
  id: string,
  number: number,
  state: AccountState,
  allowanceUnits: number,
  budget: BudgetSettings,
]

export type ProjectRow = readonly [
  id: string,
  number: number,
  account: number,
  clientId: string,
  scopes: ScopeSet,
  browserScopes: ScopeSet,
  state: ProjectState,
  origins: readonly string[],
  limits: ProjectLimits,
  budget: BudgetSettings,
]

export type KeyRow = readonly [
  sha256: string,
  id: string,
  project: number,
  scopes: ScopeSet,
  expiresAtMs: number,
  revokedAtMs: number | null,
  createdAtMs: number,
  name: string,
]

/** Those of some ids, or all from one on, in the order of the table. */
export type Wanted<Place> = { readonly ids: readonly string[] } | { readonly after: Place }

/** Few accounts and projects have rows there, so those of all are read at once. */
export interface OwnRules {
  readonly limits: ReadonlyMap<string, ProjectLimits>
  readonly budgets: ReadonlyMap<string, BudgetSettings>
}

export async function readOwnRules(queries: RowQueries, ids?: readonly string[]): Promise<OwnRules> {
  const list = ids && listIds(queries.dialect, ids)
  return { limits: await readLimits(queries, list), budgets: await readBudgets(queries, list) }
}

export async function readAccountRows(
  queries: RowQueries,
  wanted: Wanted<number>,
  { budgets }: OwnRules,
): Promise<AccountRow[]> {
  type Columns = [id: string, number: number, state: AccountState, allowanceUnits: number]
  const columns = 'select t.id, t.number, t.state, t.allowance_units from control_account t'
  const rows = await select<Columns>(queries, { columns, order: 't.number' }, wanted)
  return rows.map(([id, number, state, allowanceUnits]) => [id, number, state, allowanceUnits, budgets.get(id) ?? NONE])
}

export async function readProjectRows(
  queries: RowQueries,
  wanted: Wanted<number>,
  { limits, budgets }: OwnRules,
): Promise<ProjectRow[]> {
  type Columns = [string, number, number, string, string, string, ProjectState]
  const columns = `select t.id, t.number, a.number, t.client_id, t.scopes, t.browser_scopes, t.state
                   from control_project t join control_account a on a.id = t.account`
  const rows = await select<Columns>(queries, { columns, order: 't.number' }, wanted)
  const { list, value } = listIds(
    queries.dialect,
    rows.map(([id]) => id),
  )
  const sql = `select project, origin from control_origin where project in ${list} order by project, origin`
  const origins = Map.groupBy(await queries.query<[string, string]>(sql, value), ([project]) => project)
  return rows.map(([id, number, account, clientId, scopes, browserScopes, state]) => {
    const own = origins.get(id)?.map(([, origin]) => origin) ?? []
    const names = [readKnownScopes(scopes), readKnownScopes(browserScopes)] as const
    return [id, number, account, clientId, ...names, state, own, limits.get(id) ?? NONE, budgets.get(id) ?? NONE]
  })
}

const NONE = {}

export async function readKeyRows(queries: RowQueries, wanted: Wanted<string>): Promise<KeyRow[]> {
  type Columns = [string, Uint8Array, number, string, number, number | null, number, string]
  const columns = `select t.id, t.sha256, p.number, t.scopes, t.expires_at_ms, t.revoked_at_ms, t.created_at_ms, t.name
                   from control_key t join control_project p on p.id = t.project`
  const rows = await select<Columns>(queries, { columns, order: 't.id' }, wanted)
  return rows.map(([id, sha256, project, scopes, ...others]) => {
    return [sha256.toHex(), id, project, readKnownScopes(scopes), ...others]
  })
}

const knownScopes = new Map<string, ScopeSet>()

/** There are few texts of scopes. */
function readKnownScopes(text: string): ScopeSet {
  return knownScopes.getOrInsertComputed(text, readScopes)
}

function select<Row extends readonly (string | number | Uint8Array | null)[]>(
  queries: RowQueries,
  { columns, order }: { readonly columns: string; readonly order: string },
  wanted: Wanted<string | number>,
): Promise<Row[]> {
  if ('after' in wanted)
    return queries.query<Row>(`${columns} where ${order} > $1 order by ${order} limit ${PAGE_ROWS}`, wanted.after)
  const { list, value } = listIds(queries.dialect, wanted.ids)
  return queries.query<Row>(`${columns} where t.id in ${list}`, value)
}

/** A page is read in some milliseconds. */
export const PAGE_ROWS = 2_000
