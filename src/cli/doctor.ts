import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { endingKeys, KEY_WARNING_DAYS, LIMIT_NAMES, type LimitName, type LimitSettings } from '../access/access.ts'
import { examineCatalog } from '../catalog/catalog.ts'
import { fillUrlTemplate, type UrlTemplates } from '../records/public-url.ts'
import { type Manifest, ReleaseFolder, verifyRelease } from '../release/release.ts'
import { isoTime } from '../stdx/clock.ts'
import { freeBytes } from '../stdx/free-bytes.ts'
import { InputError } from '../stdx/input-error.ts'
import { DAY_MS } from '../stdx/time-units.ts'
import { type Context, type GlobalOptions, openContext, withGlobalOptions } from './context.ts'
import { describeMissingDays } from './missing-days.ts'
import { releasesDir } from './publish.ts'
import { limitsOption, urlTemplatesOption } from './settings.ts'
import { grouped } from './terminal.ts'
import { lookAtControl } from './with-control.ts'

interface Finding {
  readonly check: string
  readonly ok: boolean
  readonly detail: string
}

/** Below this even a small catalog may not fit; a national one with its releases wants twenty times as much. */
const FREE_BYTES_MIN = 500e6

export function doctorCommand(program: Command): void {
  const command = program
    .command('doctor')
    .description(
      'Look at everything that could be wrong and say what to do. Changes nothing. Exit code 1 if something is.',
    )
    .addOption(limitsOption())
    .addOption(urlTemplatesOption())
  withGlobalOptions(command).action(async ({ limits, urlTemplates, ...options }: DoctorOptions) => {
    const context = openContext(options)
    const findings: Finding[] = []
    for (const check of CHECKS) findings.push(...(await examine(context, check)))
    for (const { check, ok, detail } of findings) context.terminal.line(`${ok ? 'ok  ' : 'BAD '} ${check}: ${detail}`)
    for (const line of [...limitLines(limits), ...linkLines(urlTemplates)]) context.terminal.line(line)
    context.terminal.json({ ok: findings.every(({ ok }) => ok), findings, limits, urlTemplates })
    if (!findings.every(({ ok }) => ok)) process.exitCode = 1
  })
}

type DoctorOptions = GlobalOptions & { readonly limits: LimitSettings; readonly urlTemplates: UrlTemplates }

/** As many columns as a screen has room for. */
function limitLines(limits: LimitSettings): string[] {
  const texts = LIMIT_NAMES.map((name) => `${name} ${limitText(limits[name])}`)
  const width = Math.max(...texts.map(({ length }) => length)) + 3
  const lines = Array.from({ length: Math.ceil(texts.length / LIMIT_COLUMNS) }, (_, line) =>
    texts.slice(line * LIMIT_COLUMNS, (line + 1) * LIMIT_COLUMNS).map((text) => text.padEnd(width)),
  )
  return [
    'limits in force, a second/at once, of all nodes together:',
    ...lines.map((texts) => `  ${texts.join('').trimEnd()}`),
  ]
}

const LIMIT_COLUMNS = 4

function limitText(limit: LimitSettings[LimitName]): string {
  if (limit === null) return 'off'
  return limit.rate === 0 ? String(limit.burst) : `${Number(limit.rate.toPrecision(3))}/${limit.burst}`
}

type Check = (context: Context) => Finding[] | Promise<Finding[]>

/** In the order in which a newcomer would ask. */
const CHECKS: readonly Check[] = [node, dataFolder, catalog, currentRelease, sources, keys]

async function examine(context: Context, check: Check): Promise<Finding[]> {
  try {
    return await check(context)
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    return [{ check: check.name, ok: false, detail: error.message }]
  }
}

function node(): Finding[] {
  return [{ check: 'node', ok: true, detail: `${process.versions.node}, SQLite ${process.versions.sqlite}` }]
}

function dataFolder({ dataDir }: Context): Finding[] {
  if (!existsSync(dataDir)) {
    return [{ check: 'data folder', ok: true, detail: `${dataDir} does not exist yet; the first import makes it` }]
  }
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK)
  } catch {
    return [
      {
        check: 'data folder',
        ok: false,
        detail: `${dataDir} cannot be written; give this user the right to, or name another with --data`,
      },
    ]
  }
  const free = freeBytes(dataDir) ?? 0
  return [
    {
      check: 'data folder',
      ok: FREE_BYTES_MIN <= free,
      detail: `${dataDir}, ${grouped(Math.round(free / 1e6))} MB free${free < FREE_BYTES_MIN ? '; a national catalog with its releases wants 10 000 MB' : ''}`,
    },
  ]
}

function catalog(context: Context): Finding[] {
  const path = join(context.dataDir, 'catalog.db')
  if (!existsSync(path)) return [{ check: 'catalog', ok: true, detail: 'none yet; `regista import` makes it' }]
  const errors = examineCatalog(path)
  return [{ check: 'catalog', ok: errors.length === 0, detail: errors[0] ?? 'sound' }]
}

async function currentRelease(context: Context): Promise<Finding[]> {
  const current = new ReleaseFolder(releasesDir(context)).current()
  if (current === null) return [{ check: 'release', ok: true, detail: 'none yet; `regista publish` makes it' }]
  const differing = await verifyRelease(current.dir, () => {})
  const detail = differing[0] ?? `${current.manifest.id}, every file as its hash says`
  return [{ check: 'release', ok: differing.length === 0, detail }]
}

function sources(context: Context): Finding[] {
  const current = new ReleaseFolder(releasesDir(context)).current()
  if (current === null) return []
  const { invented, sources } = current.manifest
  const gaps = sources.flatMap(missingChanges)
  if (invented) return [{ check: 'sources', ok: true, detail: 'invented sample data: every answer says so' }, ...gaps]
  return [...sources.map((source) => sourceAge(source, context.clock.nowMs())), ...gaps]
}

function missingChanges({ dataset, missingDays }: Manifest['sources'][number]): Finding[] {
  if (missingDays.length === 0) return []
  return [{ check: dataset.name, ok: false, detail: describeMissingDays(missingDays) }]
}

function sourceAge({ dataset, observedOn }: Manifest['sources'][number], nowMs: number): Finding {
  const days = Math.floor((nowMs - Date.parse(observedOn)) / DAY_MS)
  const ok = days <= dataset.rhythmDays
  return {
    check: dataset.name,
    ok,
    detail: `as of ${observedOn}, ${days} days old${ok ? '' : `; the source is newer after ${dataset.rhythmDays} days: run \`regista sync\``}`,
  }
}

/** Who calls with a key that is about to end should hear of it before his customers do. */
async function keys(context: Context): Promise<Finding[]> {
  if (!process.env.REGISTA_DATABASE_URL && !existsSync(join(context.dataDir, 'control.db'))) return []
  const ending = await lookAtControl(context, endingKeys)
  if (ending.length === 0) return [{ check: 'keys', ok: true, detail: `none ends within ${KEY_WARNING_DAYS} days` }]
  return ending.map(({ id, project, expiresAtMs }) => ({
    check: `key ${id}`,
    ok: false,
    detail: `ends on ${isoTime(expiresAtMs).slice(0, 10)}: issue another for project ${project}, then revoke this one`,
  }))
}

/** Where the links of answers lead, to be looked at in a browser. */
function linkLines({ companies, addresses }: UrlTemplates): string[] {
  const pages = [
    ...Object.entries(companies).map(([country, template]) => ({ what: 'company', country, template })),
    ...Object.entries(addresses).map(([country, template]) => ({ what: 'address', country, template })),
  ]
  return pages.map(({ what, country, template }) => {
    return `link of a ${what} (${country}): ${fillUrlTemplate(template, { country, ico: '00000001', sourceId: '1' })}`
  })
}
