import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { isDevelopmentOrigin } from '../access/access.ts'
import type { AccountState } from '../access/control/accounts.ts'
import { listAccounts } from '../access/control/accounts.ts'
import { KEY_WARNING_DAYS, listExpiringKeys } from '../access/control/keys.ts'
import { listProjects } from '../access/control/projects.ts'
import { LIMIT_NAMES, type LimitName, type LimitSettings } from '../access/limits/limits.ts'
import { examineCatalog } from '../catalog/catalog.ts'
import { readBooksState } from '../ledger/accounting.ts'
import { fillUrlTemplate, type UrlTemplates } from '../records/public-url.ts'
import { type Manifest, ReleaseFolder, verifyRelease } from '../release/release.ts'
import { isoTime } from '../stdx/clock.ts'
import { formatCount, formatNumber } from '../stdx/format-count.ts'
import { freeBytes } from '../stdx/free-bytes.ts'
import { InputError } from '../stdx/input-error.ts'
import { checkLinks } from './check-links.ts'
import { type Context, type GlobalOptions, openContext, withGlobalOptions } from './context.ts'
import type { Finding } from './finding.ts'
import { describeMissingDays } from './missing-days.ts'
import { releasesDir } from './publish.ts'
import { limitsOption, urlTemplatesOption } from './settings.ts'
import { withBooks } from './with-books.ts'
import { readControl } from './with-control.ts'

const LABELS = { ok: 'ok  ', next: 'NEXT', warn: 'WARN', bad: 'BAD ' } as const

const DAY_MS = 86_400_000
/** Less may not hold even a small catalog; a national one with its releases needs twenty times as much. */
const FREE_BYTES_MIN = 500e6

export function doctorCommand(program: Command): void {
  const command = program
    .command('doctor')
    .description(
      'Check everything that could be wrong and say what to do: BAD is wrong, WARN is right only on purpose, NEXT is a step that is still to do. Changes nothing. Exit code 1 if anything is BAD.',
    )
    .addOption(limitsOption())
    .addOption(urlTemplatesOption())
    .option('--links', 'also request one link of each kind over the network')
  withGlobalOptions(command).action(async ({ limits, urlTemplates, links: withLinks, ...options }: DoctorOptions) => {
    const context = openContext(options)
    const findings: Finding[] = []
    for (const check of CHECKS) findings.push(...(await examine(context, check)))
    const links: Check = (one) => checkLinks(new ReleaseFolder(releasesDir(one)), urlTemplates)
    if (withLinks === true) findings.push(...(await examine(context, links)))
    for (const { check, state, detail } of findings) context.terminal.line(`${LABELS[state]} ${check}: ${detail}`)
    const isSound = findings.every(({ state }) => state !== 'bad')
    for (const line of [...limitLines(limits), ...linkLines(urlTemplates)]) context.terminal.line(line)
    const listed = findings.map((finding) => ({ ...finding, ok: finding.state === 'ok' }))
    context.terminal.json({ ok: isSound, findings: listed, limits, urlTemplates })
    if (!isSound) process.exitCode = 1
  })
}

type DoctorOptions = GlobalOptions & {
  readonly limits: LimitSettings
  readonly urlTemplates: UrlTemplates
  readonly links?: true
}

/** The limits in columns. */
function limitLines(limits: LimitSettings): string[] {
  const texts = LIMIT_NAMES.map((name) => `${name} ${limitText(limits[name])}`)
  const width = Math.max(...texts.map(({ length }) => length)) + 3
  const lines = Array.from({ length: Math.ceil(texts.length / LIMIT_COLUMNS) }, (_, line) =>
    texts.slice(line * LIMIT_COLUMNS, (line + 1) * LIMIT_COLUMNS).map((text) => text.padEnd(width)),
  )
  return [
    'limits in force, per second/at once, of all nodes together:',
    ...lines.map((texts) => `  ${texts.join('').trimEnd()}`),
  ]
}

const LIMIT_COLUMNS = 4

function limitText(limit: LimitSettings[LimitName]): string {
  if (limit === null) return 'off'
  return limit.rate === 0 ? String(limit.burst) : `${Number(limit.rate.toPrecision(3))}/${limit.burst}`
}

type Check = (context: Context) => Finding[] | Promise<Finding[]>

/** In the order in which a new installation needs them. */
const CHECKS: readonly Check[] = [node, dataFolder, catalog, currentRelease, sources, accounts, origins, keys, books]

async function examine(context: Context, check: Check): Promise<Finding[]> {
  try {
    return await check(context)
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    return [{ check: check.name, state: 'bad', detail: error.message }]
  }
}

function node(): Finding[] {
  return [{ check: 'node', state: 'ok', detail: `${process.versions.node}, SQLite ${process.versions.sqlite}` }]
}

function dataFolder({ dataDir }: Context): Finding[] {
  if (!existsSync(dataDir)) {
    return [{ check: 'data folder', state: 'ok', detail: `${dataDir} does not exist yet; the first import creates it` }]
  }
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK)
  } catch {
    return [
      {
        check: 'data folder',
        state: 'bad',
        detail: `${dataDir} cannot be written; give this user the right to, or name another with --data`,
      },
    ]
  }
  const free = freeBytes(dataDir) ?? 0
  return [
    {
      check: 'data folder',
      state: FREE_BYTES_MIN <= free ? 'ok' : 'bad',
      detail: `${dataDir}, ${formatNumber(Math.round(free / 1e6))} MB free${free < FREE_BYTES_MIN ? '; a national catalog with its releases needs 10 000 MB' : ''}`,
    },
  ]
}

function catalog(context: Context): Finding[] {
  const path = join(context.dataDir, 'catalog.db')
  if (!existsSync(path))
    return [{ check: 'catalog', state: 'next', detail: 'none yet; `regista sync` or `import` creates it' }]
  const errors = examineCatalog(path)
  return [{ check: 'catalog', state: errors.length === 0 ? 'ok' : 'bad', detail: errors[0] ?? 'sound' }]
}

function currentRelease(context: Context): Finding[] {
  const current = new ReleaseFolder(releasesDir(context)).current()
  if (current === null)
    return [
      {
        check: 'release',
        state: 'next',
        detail: 'nothing is published, so a server answers 503; run `regista publish`',
      },
    ]
  const differing = verifyRelease(current.dir)
  const detail = differing[0] ?? `${current.manifest.id}, every file matches its hash`
  return [{ check: 'release', state: differing.length === 0 ? 'ok' : 'bad', detail }]
}

function sources(context: Context): Finding[] {
  const current = new ReleaseFolder(releasesDir(context)).current()
  if (current === null) return []
  const { invented, sources } = current.manifest
  const gaps = sources.flatMap(missingChanges)
  if (invented)
    return [{ check: 'sources', state: 'ok', detail: 'invented sample data: every response says so' }, ...gaps]
  return [...sources.map((source) => sourceAge(source, context.clock.nowMs())), ...gaps]
}

function missingChanges({ dataset, missingDays }: Manifest['sources'][number]): Finding[] {
  if (missingDays.length === 0) return []
  return [{ check: dataset.name, state: 'bad', detail: describeMissingDays(missingDays) }]
}

function sourceAge({ dataset, observedOn }: Manifest['sources'][number], nowMs: number): Finding {
  const days = Math.floor((nowMs - Date.parse(observedOn)) / DAY_MS)
  const isFresh = days <= dataset.rhythmDays
  const advice = `; the source publishes every ${formatCount(dataset.rhythmDays, 'day')}: run \`regista sync\``
  return {
    check: dataset.name,
    state: isFresh ? 'ok' : 'bad',
    detail: `as of ${observedOn}, ${formatCount(days, 'day')} old${isFresh ? '' : advice}`,
  }
}

/** A server makes the database at its first start, and so do the commands that write it. */
function hasControl({ dataDir }: Context): boolean {
  return Boolean(process.env.REGISTA_DATABASE_URL) || existsSync(join(dataDir, 'control.db'))
}

async function accounts(context: Context): Promise<Finding[]> {
  const all = hasControl(context) ? await readControl(context, listAccounts) : []
  const count = (state: AccountState): number => all.filter((account) => account.state === state).length
  const verified = count('verified')
  if (all.length === 0)
    return [{ check: 'accounts', state: 'next', detail: 'there are none; create one with `regista setup NAME`' }]
  if (0 < verified)
    return [{ check: 'accounts', state: 'ok', detail: `${formatCount(verified, 'account')} of ${all.length} can call` }]
  const advice = count('pending') === 0 ? '' : '; `regista account verify ID` lets a pending one call'
  return [{ check: 'accounts', state: 'next', detail: `none of ${all.length} is verified, so none can call${advice}` }]
}

/** Any program on the machine of a visitor can serve a page there. */
async function origins(context: Context): Promise<Finding[]> {
  const all = hasControl(context) ? await readControl(context, (control) => listProjects(control)) : []
  const open = all.filter(({ origins }) => origins.some(isDevelopmentOrigin))
  return open.map(({ id, origins }) => ({
    check: `project ${id}`,
    state: 'warn',
    detail: `allows the development origins ${origins.filter(isDevelopmentOrigin).join(', ')}; before real use remove them with \`regista project deny-origin ${id} ORIGIN\``,
  }))
}

/** A doubt stops charging. The books of a restored folder have one until the operator resolves it. */
async function books(context: Context): Promise<Finding[]> {
  if (!process.env.REGISTA_DATABASE_URL && !existsSync(join(context.dataDir, 'ledger.db')))
    return [{ check: 'books', state: 'ok', detail: 'none yet; the first `regista serve` creates them' }]
  const { doubts, isSynchronous, servers } = await withBooks(context, (store) => store.snapshot(readBooksState))
  const about: Finding[] = []
  if (isSynchronous !== undefined) about.push(commits(isSynchronous))
  if (SERVERS_MAX < servers) about.push({ check: 'servers', state: 'warn', detail: `${servers} ${MANY_SERVERS}` })
  if (doubts.length === 0) return [{ check: 'books', state: 'ok', detail: 'trusted' }, ...about]
  const found = doubts.map(
    ({ id, account, reason }): Finding => ({
      check: 'books',
      state: 'bad',
      detail: `doubt ${id} (${reason}) stops ${account ?? 'all accounts'}; \`regista accounting status\` says what to do`,
    }),
  )
  return [...found, ...about]
}

const SERVERS_MAX = 10
const MANY_SERVERS = 'servers use these books; with more than ten the recovery hold of an account is not bounded by 100'

function commits(isSynchronous: boolean): Finding {
  const detail = isSynchronous
    ? 'each waits for a standby'
    : 'none waits for a standby: if one may take over, set synchronous_standby_names, or acknowledged charges can be lost'
  return { check: 'commits', state: isSynchronous ? 'ok' : 'warn', detail }
}

/** The operator learns that a key is about to end before the customer's requests fail. */
async function keys(context: Context): Promise<Finding[]> {
  if (!hasControl(context)) return []
  const ending = await readControl(context, listExpiringKeys)
  if (ending.length === 0)
    return [{ check: 'keys', state: 'ok', detail: `none expires within ${KEY_WARNING_DAYS} days` }]
  return ending.map(({ id, project, expiresAtMs }) => ({
    check: `key ${id}`,
    state: 'bad',
    detail: `expires on ${isoTime(expiresAtMs).slice(0, 10)}: issue another for project ${project}, then revoke this one`,
  }))
}

/** Example links as answers have them, for the operator to open in a browser. */
function linkLines({ companies, addresses }: UrlTemplates): string[] {
  const pages = [
    ...Object.entries(companies).map(([country, template]) => ({ what: 'company', country, template })),
    ...Object.entries(addresses).map(([country, template]) => ({ what: 'address', country, template })),
  ]
  return pages.map(({ what, country, template }) => {
    return `link of ${what === 'address' ? 'an address' : 'a company'} (${country}): ${fillUrlTemplate(template, { country, ico: '00000001', sourceId: '1' })}`
  })
}
