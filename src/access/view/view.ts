import { assert } from '../../stdx/assert.ts'
import { type BrowserBudget, browserBudget } from '../limits/browser-budget.ts'
import type { ProjectLimits } from '../limits/limits.ts'
import { isAllowedUnder, type OriginPolicy } from '../origins.ts'
import type { ScopeSet } from '../scopes.ts'
import { makeSeal, type Seal } from '../sessions/seal.ts'
import type { AccessSnapshot, KeyRow, ProjectRow } from './snapshot.ts'

/** Who may call, at one moment, ready to be asked. It never changes: a change makes another view. */
export interface AccessView {
  /** The number of the last change that it shows. */
  readonly changes: number
  /** How many things the books have not been told yet. */
  readonly pendingChanges: number
  /** By the SHA-256 of the key's text, as hexadecimal digits. */
  key(sha256: string): ViewKey | undefined
  clientProject(clientId: string): ViewProject | undefined
  numberedProject(number: number): ViewProject | undefined
  /** By any project that may call. */
  isOriginAllowed(origin: string): boolean
  /** Newest first. */
  readonly ring: readonly RingKey[]
}

export interface ViewProject {
  readonly id: string
  readonly number: number
  readonly clientId: string
  readonly account: { readonly id: string; readonly number: number }
  /** The account is verified and the project is not suspended. */
  readonly standing: 'active' | 'inactive'
  readonly scopes: ScopeSet
  readonly browserScopes: ScopeSet
  readonly origins: ReadonlySet<string>
  readonly browserBudget: BrowserBudget
  readonly limits: ProjectLimits
}

export interface ViewKey {
  readonly id: string
  readonly project: ViewProject
  readonly scopes: ScopeSet
  readonly expiresAtMs: number
  readonly revokedAtMs: number | null
}

export interface RingKey {
  readonly seal: Seal
  readonly createdAtMs: number
}

export function viewFrom(snapshot: AccessSnapshot, policy: OriginPolicy): AccessView {
  const projects = new Map(projectsOf(snapshot, policy).map((project) => [project.id, project]))
  const clients = new Map([...projects.values()].map((project) => [project.clientId, project]))
  const numbers = new Map([...projects.values()].map((project) => [project.number, project]))
  const keys = new Map(snapshot.keys.map((row) => [row[2], keyOf(row, projects)]))
  const active = [...projects.values()].filter(({ standing }) => standing === 'active')
  const origins = new Set(active.flatMap((project) => [...project.origins]))
  return {
    changes: snapshot.changes,
    pendingChanges: snapshot.pendingChanges,
    key: (sha256) => keys.get(sha256),
    clientProject: (clientId) => clients.get(clientId),
    numberedProject: (number) => numbers.get(number),
    isOriginAllowed: (origin) => origins.has(origin),
    ring: snapshot.ring.map(([secret, createdAtMs]) => ({ seal: makeSeal(secret), createdAtMs })),
  }
}

function projectsOf({ accounts, projects, budgets }: AccessSnapshot, policy: OriginPolicy): ViewProject[] {
  const byId = new Map(accounts.map((account) => [account[0], account]))
  return projects.map((row: ProjectRow) => {
    const [id, number, accountId, clientId, scopes, browserScopes, state, origins, limits] = row
    const account = byId.get(accountId)
    assert(account !== undefined, 'every project has an account')
    return {
      ...{ id, number, clientId, scopes, browserScopes, limits },
      browserBudget: browserBudget(
        { id, parts: budgets.get(id) },
        { id: accountId, parts: budgets.get(accountId), allowanceUnits: account[3] },
      ),
      account: { id: accountId, number: account[1] },
      standing: account[2] === 'verified' && state === 'active' ? 'active' : 'inactive',
      origins: new Set(origins.filter((origin) => isAllowedUnder(origin, policy))),
    }
  })
}

function keyOf(row: KeyRow, projects: ReadonlyMap<string, ViewProject>): ViewKey {
  const [id, projectId, , scopes, expiresAtMs, revokedAtMs] = row
  const project = projects.get(projectId)
  assert(project !== undefined, 'every key has a project')
  return { id, project, scopes, expiresAtMs, revokedAtMs }
}
