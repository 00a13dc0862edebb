import { type Command, InvalidArgumentError } from 'commander'
import { isDevelopmentOrigin } from '../access/access.ts'
import type { OperatorControl } from '../access/control/acts.ts'
import {
  allowOrigin,
  createProject,
  denyOrigin,
  listProjects,
  type NewProject,
  type Project,
  renameProject,
  setProjectBudget,
  setProjectLimits,
  setProjectState,
  setScopes,
  showProject,
} from '../access/control/projects.ts'
import type { Limit } from '../access/limits/limits.ts'
import { toOneLine } from '../stdx/to-one-line.ts'
import { addBudgetArguments, formatBudget } from './browser-budget.ts'
import { addAction, type Context } from './context.ts'
import { parseWords } from './parse.ts'
import { parseScopeList } from './parse-scopes.ts'
import { changeControl, withControl } from './with-control.ts'

type CreateOptions = NewProject & { readonly origin?: string[] }

export function projectCommand(project: Command): void {
  const create = project
    .command('create')
    .description('Create a project. Its client id is public: web pages contain it.')
    .requiredOption('--account <id>', 'the account that pays')
    .requiredOption('--name <name>', 'a name for people')
    .option('--scopes <scopes>', 'the scopes that its keys may have (default: all)', parseScopeList)
    .option('--browser-scopes <scopes>', 'the scopes of its web pages (default: those for suggestions)', parseWords)
    .option(
      '--origin <origin>',
      'a web site that may use the project: https://www.example.com; may be repeated',
      parseWords,
    )
  addAction(create, async (context, { origin: origins = [], ...options }: CreateOptions) => {
    const { project } = await changeControl(context, (control) => createProject(control, { ...options, origins }))
    for (const line of linesOfProject(project)) context.terminal.line(line)
    const issue = `regista key issue --project ${project.id} --scopes ${project.scopes.join(',')}`
    context.terminal.advise(`Issue a key with: ${issue}`)
    context.terminal.json(projectToJson(project))
  })
  originCommands(project)
  changeCommands(project)
  const show = changeCommand(project, 'show', 'Show one project.')
  addChange(show, (control, id) => showProject(control, id))
  const list = project
    .command('list')
    .description('List all projects.')
    .option('--account <id>', 'only the projects of one account')
  addAction(list, async (context, options: { account?: string }) => {
    const projects = await withControl(context, (control) => listProjects(control, options.account))
    for (const line of projects.flatMap(linesOfProject)) context.terminal.line(line)
    if (projects.length === 0)
      context.terminal.advise('There is no project. Create one with: regista project create --account ID --name NAME')
    context.terminal.json(projects.map(projectToJson))
  })
}

function changeCommands(project: Command): void {
  const scopes = changeCommand(
    project,
    'scopes',
    'Change the scopes of its keys and web pages. A removed scope stops working within a second.',
  )
    .option('--scopes <scopes>', 'the scopes that its keys may have, or all (default: unchanged)', parseScopeList)
    .option('--browser-scopes <scopes>', 'the scopes of its web pages; none: "" (default: unchanged)', parseWords)
  addChange(scopes, (control, id, changes: ScopeOptions) => {
    if (changes.scopes === undefined && changes.browserScopes === undefined)
      throw new InvalidArgumentError('Give --scopes, --browser-scopes or both.')
    return setScopes(control, { id, ...changes })
  })
  const budget = changeCommand(
    project,
    'browser-budget',
    'Set a daily budget for its browser sessions; `default`: they share the budget of the account.',
  )
  addBudgetArguments(budget, (context, id, settings) =>
    runChange(context, (control) => setProjectBudget(control, { id, settings })),
  )
  const rename = changeCommand(project, 'rename', 'Give a project another name.').argument(
    '<name>',
    'a name for people',
  )
  addAction(rename, (context, id: string, name: string) =>
    runChange(context, (control) => renameProject(control, { id, name })),
  )
  const limits = changeCommand(
    project,
    'limits',
    'Limit the requests that one address sends from its web pages. RATE,BURST: requests per second, and requests at once. none: only the limits of the server apply.',
  )
    .option(
      '--ip <limit>',
      'requests of its sessions from one address, in addition to the limit of the server',
      parseLimit,
    )
    .option('--mint-ip <limit>', 'new sessions for one address, in place of the limit of the server', parseLimit)
  addAction(limits, (context, id: string, { ip, mintIp }: LimitOptions) => {
    if (ip === undefined && mintIp === undefined) throw new InvalidArgumentError('Give --ip, --mint-ip or both.')
    const changes = { ip: ip && limitOf(ip), mint_ip: mintIp && limitOf(mintIp) }
    return runChange(context, (control) => setProjectLimits(control, { id, limits: changes }))
  })
  for (const [name, state, description] of STATES)
    addChange(changeCommand(project, name, description), (control, id) => setProjectState(control, { id, state }))
}

type ScopeOptions = { readonly scopes?: readonly string[]; readonly browserScopes?: string[] }

interface LimitOptions {
  readonly ip?: Limit | 'none'
  readonly mintIp?: Limit | 'none'
}

function limitOf(given: Limit | 'none'): Limit | null {
  return given === 'none' ? null : given
}

const STATES = [
  ['suspend', 'suspended', 'Stop a project. Its keys and sessions are rejected within a second.'],
  ['resume', 'active', 'Resume a suspended project.'],
] as const

function changeCommand(project: Command, name: string, description: string): Command {
  return project.command(name).description(description).argument('<id>', 'the id of the project')
}

function addChange<Options>(
  command: Command,
  change: (control: OperatorControl, id: string, options: Options) => Outcome,
): void {
  addAction(command, (context, id: string, options: Options) =>
    runChange(context, (control) => change(control, id, options)),
  )
}

type Outcome = Promise<Awaited<ReturnType<typeof denyOrigin | typeof showProject>>>

async function runChange(context: Context, change: (control: OperatorControl) => Outcome): Promise<void> {
  const { project } = await changeControl(context, change)
  for (const line of linesOfProject(project)) context.terminal.line(line)
  context.terminal.json(projectToJson(project))
}

/** Commander treats null as missing. */
function parseLimit(text: string): Limit | 'none' {
  if (text === 'none') return text
  const [, rate, burst] = /^([0-9]{1,6}(?:\.[0-9]{1,6})?),([0-9]{1,7})$/.exec(text) ?? []
  if (rate === undefined)
    throw new InvalidArgumentError('Expected two numbers as 0.5,60 (per second, at once), or none.')
  return { rate: Number(rate), burst: Number(burst) }
}

function originCommands(project: Command): void {
  const allow = changeCommand(project, 'allow-origin', 'Let a web site use a project.')
    .argument('<origin>', 'the web site: https://www.example.com')
    .option(
      '--development',
      'the origin is a name for development, such as http://localhost or http://shop.test: every port of it',
    )
  addAction(allow, async (context, id: string, origin: string, { development }: { development?: boolean }) => {
    const kind = development ? 'development' : 'https'
    await runChange(context, (control) => allowOrigin(control, { id, origin, kind }))
    if (development)
      context.terminal.warn(
        `every program on the machine of that name, a visitor's own or for .local any device of the network, may now use this project. Before real use: regista project deny-origin ${id} ${origin}`,
      )
  })
  const deny = changeCommand(
    project,
    'deny-origin',
    'Stop a web site from using a project. Its sessions end within a second.',
  ).argument('<origin>', 'the web site: https://www.example.com')
  addAction(deny, (context, id: string, origin: string) =>
    runChange(context, (control) => denyOrigin(control, { id, origin })),
  )
}

export function linesOfProject(project: Project): string[] {
  const { id, clientId, name, account, state, scopes, browserScopes, origins, budget, limits } = project
  return [
    `${id}  ${clientId}  ${toOneLine(name)} (${account})${state === 'active' ? '' : `, ${state}`}`,
    `  scopes ${scopes.join(', ')}; in browsers ${browserScopes.join(', ') || 'none'}`,
    `  web sites ${origins.map(formatOrigin).join(', ') || 'none'}`,
    ...formatBudget(budget),
    ...Object.entries(limits).map(([name, { rate, burst }]) => `  limit ${name}: ${rate} a second, ${burst} at once`),
  ]
}

function formatOrigin(origin: string): string {
  return isDevelopmentOrigin(origin) ? `${origin} (development, every port)` : origin
}

export function projectToJson(project: Project) {
  const { id, account, name, clientId, scopes, browserScopes, origins, limits, budget } = project
  return { id, accountId: account, name, clientId, scopes, browserScopes, origins, limits, browserBudget: budget }
}
