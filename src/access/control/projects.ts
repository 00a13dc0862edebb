import { randomBytes } from 'node:crypto'
import type { Queries } from '../../storage/storage.ts'
import type { BudgetSettings } from '../limits/browser-budget.ts'
import type { ProjectLimits } from '../limits/limit-settings.ts'
import { type OriginKind, parseOrigin } from '../origins.ts'
import {
  ALL_SCOPES,
  BROWSER_SCOPES,
  commonScopes,
  parseScopes,
  readScopes,
  type Scope,
  type ScopeSet,
  SUGGEST_SCOPES,
  scopeSetOf,
  scopesBeyond,
  scopesIn,
  writeScopes,
} from '../scopes.ts'
import { readAccount } from './accounts.ts'
import { noteAct, type OperatorControl } from './acts.ts'
import { checkBudget, putBudget, readBudgets } from './browser-budgets.ts'
import { checkBounds } from './check-bounds.ts'
import { type Control, change } from './control-database.ts'
import { type IdList, listIds, matchIds, type RowQueries } from './id-list.ts'
import { createId } from './ids.ts'
import { checkName, invalid, notFound, type OperatorMistake, wrongState } from './operator-mistake.ts'
import { checkLimits, isSame, type LimitChanges, putLimits, readLimits } from './project-limits.ts'

export type ProjectState = 'active' | 'suspended'

export interface Project {
  readonly id: string
  readonly account: string
  readonly name: string
  /** Public: `rgp_` and 32 hexadecimal digits. */
  readonly clientId: string
  readonly scopes: readonly Scope[]
  /** The part of them that browser sessions may have. */
  readonly browserScopes: readonly Scope[]
  /** Sorted. */
  readonly origins: readonly string[]
  readonly limits: ProjectLimits
  /** Empty: the project shares the budget of its account. */
  readonly budget: BudgetSettings
  readonly state: ProjectState
  readonly createdAtMs: number
}

export interface NewProject {
  readonly account: string
  readonly name: string
  /** Default: all. A key has only those that it is issued for. */
  readonly scopes?: readonly string[]
  /** Default: the project's scopes for suggestions. */
  readonly browserScopes?: readonly string[]
  readonly origins?: readonly string[]
}

type ProjectOutcome = { readonly outcome: 'changed' | 'unchanged'; readonly project: Project } | OperatorMistake

export async function createProject(
  control: OperatorControl,
  { account, name, scopes, browserScopes, origins = [] }: NewProject,
): Promise<{ readonly outcome: 'created'; readonly project: Project } | OperatorMistake> {
  const wrongName = checkName(name)
  if (wrongName !== undefined) return wrongName
  const own = scopes === undefined ? ALL_SCOPES : checkScopes(scopes)
  if (typeof own !== 'number') return own
  const browser = browserScopes === undefined ? commonScopes(own, SUGGEST_SCOPES) : checkScopes(browserScopes)
  if (typeof browser !== 'number') return browser
  const wrong =
    checkBrowserScopes(own, browser) ?? checkOrigins(origins, 'https') ?? checkBounds(control.actor, { scopes: own })
  if (wrong !== undefined) return wrong
  return await change(control, async (queries) => {
    const owner = await readAccount(queries, account)
    if (owner === undefined) return notFound('account', account)
    if (owner.state === 'closed') return wrongState('The account is closed; it cannot get another project.')
    const id = createId('prj')
    await queries.run(
      `insert into control_project (id, number, account, name, client_id, scopes, browser_scopes, state, created_at_ms)
       values ($1, (select coalesce(max(number), 0) + 1 from control_project), $2, $3, $4, $5, $6, 'active', $7)`,
      ...[id, account, name, createClientId(), writeScopes(own), writeScopes(browser), control.clock.nowMs()],
    )
    for (const origin of new Set(origins)) await putOrigin(queries, id, origin)
    const project = (await readProject(queries, id))!
    await noteAct(control, queries, { what: 'project.create', account, subject: id, after: project })
    return { outcome: 'created', project }
  })
}

export async function allowOrigin(
  control: OperatorControl,
  { id, origin, kind = 'https' }: { readonly id: string; readonly origin: string; readonly kind?: OriginKind },
): Promise<ProjectOutcome> {
  const wrong = checkOrigins([origin], kind)
  if (wrong !== undefined) return wrong
  return await changeProject(control, id, 'allow-origin', async (queries, { origins, browserScopes }) => {
    if (origins.includes(origin)) return 'unchanged'
    const beyond = checkBounds(control.actor, { scopes: scopeSetOf(browserScopes) })
    if (beyond !== undefined) return beyond
    if (ORIGINS_MAX <= origins.length) return tooManyOrigins()
    await putOrigin(queries, id, origin)
    return 'changed'
  })
}

export function denyOrigin(
  control: OperatorControl,
  { id, origin }: { readonly id: string; readonly origin: string },
): Promise<ProjectOutcome> {
  return changeProject(control, id, 'deny-origin', async (queries, { origins }) => {
    const sql = 'delete from control_origin where project = $1 and origin = $2'
    if ((await queries.run(sql, id, origin)) === 1) return 'changed'
    const known = origins.length === 0 ? 'none' : origins.join(', ')
    return { outcome: 'not_found', sentence: `The project has no web site ${JSON.stringify(origin)}. It has: ${known}` }
  })
}

/** Keys and sessions lose a scope as soon as their project does. They never gain one. */
export async function setScopes(
  control: OperatorControl,
  { id, ...given }: { id: string; scopes?: readonly string[]; browserScopes?: readonly string[] },
): Promise<ProjectOutcome> {
  return await changeProject(control, id, 'scopes', async (queries, before) => {
    const own = checkScopes(given.scopes ?? before.scopes)
    if (typeof own !== 'number') return own
    const browser = checkScopes(given.browserScopes ?? before.browserScopes)
    if (typeof browser !== 'number') return browser
    const [ownBefore, browserBefore] = [scopeSetOf(before.scopes), scopeSetOf(before.browserScopes)]
    const added = scopeSetOf([...scopesBeyond(own, ownBefore), ...scopesBeyond(browser, browserBefore)])
    const wrong = checkBrowserScopes(own, browser) ?? checkBounds(control.actor, { scopes: added })
    if (wrong !== undefined) return wrong
    if (own === ownBefore && browser === browserBefore) return 'unchanged'
    const sql = 'update control_project set scopes = $1, browser_scopes = $2 where id = $3'
    await queries.run(sql, writeScopes(own), writeScopes(browser), id)
    return 'changed'
  })
}

export function setProjectState(
  control: OperatorControl,
  { id, state }: { readonly id: string; readonly state: ProjectState },
): Promise<ProjectOutcome> {
  return changeProject(control, id, state === 'active' ? 'resume' : 'suspend', async (queries, before) => {
    if (before.state === state) return 'unchanged'
    const beyond = state === 'active' ? checkBounds(control.actor, { scopes: scopeSetOf(before.scopes) }) : undefined
    if (beyond !== undefined) return beyond
    await queries.run('update control_project set state = $1 where id = $2', state, id)
    return 'changed'
  })
}

export async function renameProject(
  control: OperatorControl,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<ProjectOutcome> {
  const wrong = checkName(name)
  if (wrong !== undefined) return wrong
  return await changeProject(control, id, 'rename', async (queries, before) => {
    if (before.name === name) return 'unchanged'
    await queries.run('update control_project set name = $1 where id = $2', name, id)
    return 'changed'
  })
}

/** Sets the daily budget of the project's browser sessions. Without one it shares the budget of its account. */
export async function setProjectBudget(
  control: OperatorControl,
  { id, settings }: { readonly id: string; readonly settings: BudgetSettings },
): Promise<ProjectOutcome> {
  const wrong = checkBudget(settings)
  if (wrong !== undefined) return wrong
  if (settings.all === undefined && settings.address !== undefined)
    return invalid('A project without a budget of its own has no part for one address. Set it for the account.')
  return await changeProject(control, id, 'browser-budget', (queries) => putBudget(queries, id, settings))
}

/** Sets the limits for the addresses of the visitors of its web pages. */
export async function setProjectLimits(
  control: OperatorControl,
  { id, limits }: { readonly id: string; readonly limits: LimitChanges },
): Promise<ProjectOutcome> {
  const wrong = checkLimits(limits)
  if (wrong !== undefined) return wrong
  return await changeProject(control, id, 'limits', async (queries, before) => {
    if (isSame(before.limits, limits)) return 'unchanged'
    await putLimits(queries, id, limits)
    return 'changed'
  })
}

/** In order of creation; `account`: only the projects of this account. */
export async function listProjects({ database }: Control, account?: string): Promise<Project[]> {
  return await database.snapshot(async (queries) => {
    const [where, values] = account === undefined ? ['', []] : ['where account = $1 ', [account]]
    const rest = `${where}order by number`
    return (await selectProjects({ ...queries, dialect: database.dialect }, rest, ...values)).map(({ row }) => row)
  })
}

/** Projects with their numbers. `rest` follows the table in the statement; without values it selects all rows. */
export async function selectProjects(
  queries: RowQueries,
  rest: string,
  ...values: readonly (string | number)[]
): Promise<{ readonly number: number; readonly row: Project }[]> {
  const sql = `select number, ${COLUMNS} from control_project ${rest}`
  const rows = await queries.query<readonly [number, ...ProjectColumns]>(sql, ...values)
  const all = rows.map(([, id]) => id)
  const ids = values.length === 0 ? undefined : listIds(queries.dialect, all)
  const origins = Map.groupBy(await readOrigins(queries, ids), ([project]) => project)
  const own = { limits: await readLimits(queries, ids), budgets: await readBudgets(queries, ids) }
  return rows.map(([number, ...row]) => ({ number, row: toProject(row, origins.get(row[0]) ?? [], own) }))
}

export async function showProject(
  { database, open }: Control,
  id: string,
): Promise<{ readonly outcome: 'found'; readonly project: Project } | OperatorMistake> {
  const project = await readProject(open?.queries ?? database, id)
  return project === undefined ? notFound('project', id) : { outcome: 'found', project }
}

export async function readProject(queries: Queries, id: string): Promise<Project | undefined> {
  const [row] = await queries.query<ProjectColumns>(`select ${COLUMNS} from control_project where id = $1`, id)
  if (row === undefined) return undefined
  const own = { limits: await readLimits(queries, id), budgets: await readBudgets(queries, id) }
  return toProject(row, await readOrigins(queries, id), own)
}

/** Leaves a line if something changed. `verb`: what is done to the project. */
async function changeProject(
  control: OperatorControl,
  id: string,
  verb: string,
  work: (queries: Queries, before: Project) => Promise<'changed' | 'unchanged' | OperatorMistake>,
): Promise<ProjectOutcome> {
  return await change(control, async (queries) => {
    const before = await readProject(queries, id)
    if (before === undefined) return notFound('project', id)
    const outcome = await work(queries, before)
    if (typeof outcome !== 'string') return outcome
    if (outcome === 'unchanged') return { outcome, project: before }
    const project = (await readProject(queries, id))!
    await noteAct(control, queries, {
      what: `project.${verb}`,
      account: project.account,
      subject: id,
      before,
      after: project,
    })
    return { outcome, project }
  })
}

const COLUMNS = 'id, account, name, client_id, scopes, browser_scopes, state, created_at_ms'

type ProjectColumns = readonly [string, string, string, string, string, string, ProjectState, number]
type OriginColumns = readonly [project: string, origin: string]

function readOrigins(queries: Queries, projects?: string | IdList): Promise<OriginColumns[]> {
  const { where, values } = matchIds('project', projects)
  const sql = `select project, origin from control_origin${where} order by project, origin`
  return queries.query<OriginColumns>(sql, ...values)
}

interface OwnRules {
  readonly limits: ReadonlyMap<string, ProjectLimits>
  readonly budgets: ReadonlyMap<string, BudgetSettings>
}

function toProject(row: ProjectColumns, origins: readonly OriginColumns[], { limits, budgets }: OwnRules): Project {
  const [id, account, name, clientId, scopes, browserScopes, state, createdAtMs] = row
  return {
    id,
    account,
    name,
    clientId,
    state,
    createdAtMs,
    scopes: scopesIn(readScopes(scopes)),
    browserScopes: scopesIn(readScopes(browserScopes)),
    origins: origins.map(([, origin]) => origin),
    limits: limits.get(id) ?? {},
    budget: budgets.get(id) ?? {},
  }
}

async function putOrigin(queries: Queries, project: string, origin: string): Promise<void> {
  await queries.run('insert into control_origin (project, origin) values ($1, $2)', project, origin)
}

function createClientId(): string {
  return `rgp_${randomBytes(16).toHex()}`
}

function checkScopes(texts: readonly string[]): ScopeSet | OperatorMistake {
  const parsed = parseScopes(texts)
  return 'sentence' in parsed ? invalid(parsed.sentence) : parsed.scopes
}

function checkBrowserScopes(own: ScopeSet, browser: ScopeSet): OperatorMistake | undefined {
  const forbidden = scopesBeyond(browser, BROWSER_SCOPES)
  if (0 < forbidden.length)
    return invalid(`${forbidden.join(', ')}: only server keys can have it, not browser sessions.`)
  const more = scopesBeyond(browser, own)
  if (0 < more.length) return invalid(`${more.join(', ')}: allowed for browsers only if the project has it too.`)
  return undefined
}

function checkOrigins(origins: readonly string[], kind: OriginKind): OperatorMistake | undefined {
  if (ORIGINS_MAX < new Set(origins).size) return tooManyOrigins()
  for (const origin of origins) {
    const parsed = parseOrigin(origin, kind)
    if ('sentence' in parsed) return invalid(parsed.sentence)
  }
  return undefined
}

/** A web page and its test machines need a few. For a page per customer, a project per customer is better. */
const ORIGINS_MAX = 100

function tooManyOrigins(): OperatorMistake {
  return invalid(`A project has at most ${ORIGINS_MAX} origins. Create another project.`)
}
