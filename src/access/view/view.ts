import { assert } from '../../stdx/assert.ts'
import { type BrowserBudget, resolveBrowserBudget } from '../limits/browser-budget.ts'
import type { ProjectLimits } from '../limits/limit-settings.ts'
import { allowsOrigin } from '../origins.ts'
import type { ScopeSet } from '../scopes.ts'
import { makeSeal, type Seal } from '../sessions/seal.ts'
import type { AccessSnapshot, KeyRow, ProjectRow } from './snapshot.ts'

export { Freshness } from './freshness.ts'
export type { AccessSnapshot } from './snapshot.ts'
export { AccessWatcher } from './watcher.ts'

/** The accounts, projects and keys at one moment. A view is immutable: each change makes another. */
export interface AccessView {
  /** The number of the newest change in it. */
  readonly changes: number
  /** The number of changes that the books do not have yet. */
  readonly pendingChanges: number
  /** By the SHA-256 of the key's text, as hexadecimal digits. */
  keyByHash(sha256: string): ViewKey | undefined
  projectByClientId(clientId: string): ViewProject | undefined
  projectByNumber(number: number): ViewProject | undefined
  /** True if any active project allows the origin. */
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
  /** To be asked with `allowsOrigin`. */
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

export function buildView(snapshot: AccessSnapshot): AccessView {
  const projects = new Map(buildProjects(snapshot).map((project) => [project.id, project]))
  const clients = new Map([...projects.values()].map((project) => [project.clientId, project]))
  const numbers = new Map([...projects.values()].map((project) => [project.number, project]))
  const keys = new Map(snapshot.keys.map((row) => [row[2], buildKey(row, projects)]))
  const active = [...projects.values()].filter(({ standing }) => standing === 'active')
  const origins = new Set(active.flatMap((project) => [...project.origins]))
  return {
    changes: snapshot.changes,
    pendingChanges: snapshot.pendingChanges,
    keyByHash: (sha256) => keys.get(sha256),
    projectByClientId: (clientId) => clients.get(clientId),
    projectByNumber: (number) => numbers.get(number),
    isOriginAllowed: (origin) => allowsOrigin(origins, origin),
    ring: snapshot.ring.map(([secret, createdAtMs]) => ({ seal: makeSeal(secret), createdAtMs })),
  }
}

function buildProjects({ accounts, projects, budgets }: AccessSnapshot): ViewProject[] {
  const byId = new Map(accounts.map((account) => [account[0], account]))
  return projects.map((row: ProjectRow) => {
    const [id, number, accountId, clientId, scopes, browserScopes, state, origins, limits] = row
    const account = byId.get(accountId)
    assert(account !== undefined, 'every project has an account')
    return {
      id,
      number,
      clientId,
      scopes,
      browserScopes,
      limits,
      browserBudget: resolveBrowserBudget(
        { id, settings: budgets.get(id) },
        { id: accountId, settings: budgets.get(accountId), allowanceUnits: account[3] },
      ),
      account: { id: accountId, number: account[1] },
      standing: account[2] === 'verified' && state === 'active' ? 'active' : 'inactive',
      origins: new Set(origins),
    }
  })
}

function buildKey(row: KeyRow, projects: ReadonlyMap<string, ViewProject>): ViewKey {
  const [id, projectId, , scopes, expiresAtMs, revokedAtMs] = row
  const project = projects.get(projectId)
  assert(project !== undefined, 'every key has a project')
  return { id, project, scopes, expiresAtMs, revokedAtMs }
}
