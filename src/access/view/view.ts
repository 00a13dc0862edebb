import { assert } from '../../stdx/assert.ts'
import { rememberValues } from '../../stdx/remember-values.ts'
import { DAY_MS } from '../../stdx/time-units.ts'
import { KEY_WARNING_DAYS, keysToRotate } from '../control/keys.ts'
import { type BrowserBudget, resolveBrowserBudget } from '../limits/browser-budget.ts'
import type { ProjectLimits } from '../limits/limit-settings.ts'
import { allowsOrigin } from '../origins.ts'
import { type ScopeSet, scopesIn } from '../scopes.ts'
import { makeSeal, type Seal } from '../sessions/seal.ts'
import type { AccountRow, ProjectRow } from './rows.ts'
import type { AccessSnapshot } from './snapshot.ts'
import { SnapshotRows } from './snapshot-rows.ts'

export { Freshness } from './freshness.ts'
export { RowPacker } from './pack-rows.ts'
export { readAllRows } from './read-updates.ts'
export { type AccessSnapshot, type AccessUpdate, type AllRows, applyUpdate } from './snapshot.ts'
export { SnapshotRows } from './snapshot-rows.ts'
export { AccessWatcher } from './watcher.ts'

/** The accounts, projects and keys at one moment. A view is immutable: each change makes another. */
export interface AccessView {
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

/** Rows are read from texts, which costs some microseconds: so many of each kind are remembered until the next view. */
const REMEMBERED = 1_000

export function buildView(snapshot: AccessSnapshot): AccessView {
  const rows = new SnapshotRows(snapshot)
  const toView = (row: ProjectRow | undefined) => row && buildProject(row, rows.account(row[2]))
  const projectByNumber = rememberValues(REMEMBERED, (number: number) => toView(rows.project(number)))
  // Anyone can send an origin that nobody allows, so only those that are allowed are remembered.
  const isAllowed = rememberValues(
    REMEMBERED,
    (origin: string): true | undefined =>
      rows.projectsOfOrigin(origin).some((row) => projectByNumber(row[1])?.standing === 'active') || undefined,
  )
  const allowed = { has: (origin: string) => isAllowed(origin) === true }
  return {
    keyByHash: rememberValues(REMEMBERED, (sha256) => {
      const row = rows.key(sha256)
      if (row === undefined) return undefined
      const [, id, number, scopes, expiresAtMs, revokedAtMs] = row
      const project = projectByNumber(number)
      assert(project !== undefined, 'every key has a project')
      return { id, project, scopes, expiresAtMs, revokedAtMs }
    }),
    projectByClientId: (clientId) => toView(rows.projectOfClient(clientId)),
    projectByNumber,
    isOriginAllowed: (origin) => allowsOrigin(allowed, origin),
    ring: snapshot.ring.map(([secret, createdAtMs]) => ({ seal: makeSeal(secret), createdAtMs })),
  }
}

function buildProject(row: ProjectRow, account: AccountRow | undefined): ViewProject {
  const [id, number, , clientId, scopes, browserScopes, state, origins, limits] = row
  assert(account !== undefined, 'every project has an account')
  return {
    id,
    number,
    clientId,
    scopes,
    browserScopes,
    limits,
    browserBudget: budgetOf(row, account),
    account: { id: account[0], number: account[1] },
    standing: account[2] === 'verified' && state === 'active' ? 'active' : 'inactive',
    origins: new Set(origins),
  }
}

/** The budgets of all projects that have web pages. Projects may share one. */
export function* listBudgets(snapshot: AccessSnapshot): Generator<BrowserBudget, void> {
  const rows = new SnapshotRows(snapshot)
  for (const row of rows.projects()) {
    const account = rows.account(row[2])
    if (row[7].length !== 0 && account !== undefined) yield budgetOf(row, account)
  }
}

/** Counts the keys of which commands warn too: a key that was rotated is not one of them. */
export function countExpiringKeys(snapshot: AccessSnapshot, nowMs: number): number {
  const beside = new SnapshotRows(snapshot).keysBesideEnding(nowMs, nowMs + KEY_WARNING_DAYS * DAY_MS)
  const keys = beside.map(([, , project, scopes, expiresAtMs, revokedAtMs, createdAtMs, name]) => {
    return { project, name, scopes: scopesIn(scopes), createdAtMs, expiresAtMs, revokedAtMs }
  })
  return keysToRotate([...keys], nowMs).length
}

/** The budget that the browser sessions of a project use. */
function budgetOf([project, , , , , , , , , settings]: ProjectRow, account: AccountRow): BrowserBudget {
  const [id, , , allowanceUnits, ofAccount] = account
  return resolveBrowserBudget({ id: project, settings }, { id, settings: ofAccount, allowanceUnits })
}
