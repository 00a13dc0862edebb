import type { Database, Queries } from '../../storage/storage.ts'
import type { AccountState } from '../control/accounts.ts'
import { readBudgets } from '../control/browser-budgets.ts'
import { readLimits } from '../control/project-limits.ts'
import type { ProjectState } from '../control/projects.ts'
import type { BudgetSettings } from '../limits/browser-budget.ts'
import type { ProjectLimits } from '../limits/limit-settings.ts'
import { readScopes, type ScopeSet } from '../scopes.ts'

/** The control database at one moment, as plain values for other threads. Rows, not objects: there may be many keys. */
export interface AccessSnapshot {
  /** The number of the newest change in it. */
  readonly changes: number
  readonly accounts: readonly (readonly [id: string, number: number, state: AccountState, allowanceUnits: number])[]
  readonly projects: readonly ProjectRow[]
  readonly keys: readonly KeyRow[]
  /** The daily budgets that the operator has set, by the id of the account or project. */
  readonly budgets: ReadonlyMap<string, BudgetSettings>
  /** Newest first. */
  readonly ring: readonly (readonly [secret: Uint8Array, createdAtMs: number])[]
  /** The number of changes that the books do not have yet. */
  readonly pendingChanges: number
}

export type ProjectRow = readonly [
  id: string,
  number: number,
  account: string,
  clientId: string,
  scopes: ScopeSet,
  browserScopes: ScopeSet,
  state: ProjectState,
  origins: readonly string[],
  limits: ProjectLimits,
]

export type KeyRow = readonly [
  id: string,
  project: string,
  sha256: string,
  scopes: ScopeSet,
  expiresAtMs: number,
  revokedAtMs: number | null,
]

export function readSnapshot(database: Database): Promise<AccessSnapshot> {
  return database.snapshot(async (queries) => ({
    changes: await count(queries, 'select changes from control'),
    accounts: await queries.query('select id, number, state, allowance_units from control_account order by number'),
    projects: await readProjectRows(queries),
    keys: await readKeyRows(queries),
    budgets: await readBudgets(queries),
    ring: await queries.query('select secret, created_at_ms from control_ring order by number desc limit 2'),
    pendingChanges: await count(queries, PENDING_CHANGES),
  }))
}

const PENDING_CHANGES = `
  select (select count(*) from control_account where wish_applied < wish)
    + (select count(*) from control_trust where applied_at_ms is null)`

async function count(queries: Queries, sql: string): Promise<number> {
  const [[number]] = (await queries.query(sql)) as [[number]]
  return number
}

async function readProjectRows(queries: Queries): Promise<ProjectRow[]> {
  const origins = new Map<string, string[]>()
  for (const [project, origin] of await queries.query<[string, string]>(
    'select project, origin from control_origin order by project, origin',
  )) {
    origins.getOrInsertComputed(project, () => []).push(origin)
  }
  const limits = await readLimits(queries)
  const sql = `select id, number, account, client_id, scopes, browser_scopes, state
               from control_project order by number`
  type Columns = [string, number, string, string, string, string, ProjectState]
  return (await queries.query<Columns>(sql)).map(([id, number, account, clientId, scopes, browser, state]) => [
    ...([id, number, account, clientId, readScopes(scopes), readScopes(browser), state] as const),
    origins.get(id) ?? [],
    limits.get(id) ?? {},
  ])
}

async function readKeyRows(queries: Queries): Promise<KeyRow[]> {
  const sql = 'select id, project, sha256, scopes, expires_at_ms, revoked_at_ms from control_key order by id'
  type Columns = [string, string, Uint8Array, string, number, number | null]
  return (await queries.query<Columns>(sql)).map(([id, project, sha256, scopes, expiresAtMs, revokedAtMs]) => [
    ...([id, project, sha256.toHex(), readScopes(scopes), expiresAtMs, revokedAtMs] as const),
  ])
}
