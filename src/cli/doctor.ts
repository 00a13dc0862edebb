import type { Command } from 'commander'
import { LIMIT_NAMES, type LimitName, type LimitSettings } from '../access/limits/limits.ts'
import type { UrlTemplates } from '../records/public-url.ts'
import { ReleaseFolder } from '../release/release.ts'
import { NotYetError } from '../stdx/input-error.ts'
import { describeKnownError } from '../stdx/known-error.ts'
import { accounts, keys, origins } from './checks/check-access.ts'
import { books } from './checks/check-books.ts'
import { answers, catalog, dataFolder, node } from './checks/check-data.ts'
import { checkLinks } from './checks/check-links.ts'
import { currentRelease, sources } from './checks/check-release.ts'
import { checkStore } from './checks/check-store.ts'
import type { Finding } from './checks/finding.ts'
import { addAction, type Context, releasesDir } from './context.ts'
import { limitsOption, listUnknownVariables, storeOption, urlTemplatesOption } from './settings.ts'
import { currentCall } from './shell.ts'
import { openStore } from './store.ts'
import type { StoreOptions } from './store-settings.ts'

const LABELS = { ok: 'ok  ', next: 'NEXT', warn: 'WARN', bad: 'BAD ' } as const

export function doctorCommand(command: Command): void {
  command
    .addOption(limitsOption())
    .addOption(urlTemplatesOption())
    .addOption(storeOption())
    .option('--links', 'also request one link of each kind over the network')
  addAction(command, async (context, { limits, urlTemplates, links: withLinks, store: address }: DoctorOptions) => {
    const findings: Finding[] = []
    for (const check of CHECKS) findings.push(...(await examine(context, check)))
    const catalogAt = findings.findIndex(({ check, state }) => check === 'catalog' && state === 'next')
    if (address && catalogAt !== -1)
      findings[catalogAt] = { check: 'catalog', state: 'ok', detail: 'none here; releases come from the store' }
    const store: Check = (one) => checkStore(one, openStore({ store: address })!)
    if (address) findings.push(...(await examine(context, store)))
    const links: Check = (one) => checkLinks(new ReleaseFolder(releasesDir(one)), urlTemplates)
    if (withLinks === true) findings.push(...(await examine(context, links)))
    for (const { check, state, detail } of findings) context.terminal.advise(`${LABELS[state]} ${check}: ${detail}`)
    const isSound = findings.every(({ state }) => state !== 'bad')
    if (command.getOptionValueSource('limits') !== 'default')
      for (const line of limitLines(limits)) context.terminal.line(line)
    const listed = findings.map((finding) => ({ ...finding, ok: finding.state === 'ok' }))
    context.terminal.json({ ok: isSound, findings: listed, limits, urlTemplates })
    if (!isSound) currentCall().exitCode = 1
  })
}

interface DoctorOptions extends StoreOptions {
  readonly limits: LimitSettings
  readonly urlTemplates: UrlTemplates
  readonly links?: true
}

function limitLines(limits: LimitSettings): string[] {
  const lines = LIMIT_NAMES.map((name) => `  ${name} ${limitText(limits[name])}`)
  return ['limits in force, per second/at once, of all servers together:', ...lines]
}

function limitText(limit: LimitSettings[LimitName]): string {
  if (limit === null) return 'off'
  return limit.rate === 0 ? String(limit.burst) : `${Number(limit.rate.toPrecision(3))}/${limit.burst}`
}

type Check = (context: Context) => Finding[] | Promise<Finding[]>

function variables(): Finding[] {
  const detail = 'is set, and no variable of Regista has this name; `regista serve --help` lists them'
  return listUnknownVariables().map((name) => ({ check: name, state: 'warn', detail }))
}

/** In the order in which a new installation needs them. */
const CHECKS: readonly Check[] = [
  ...[node, variables, dataFolder, catalog, currentRelease, sources, answers, accounts, origins, keys, books],
]

async function examine(context: Context, check: Check): Promise<Finding[]> {
  try {
    return await check(context)
  } catch (error) {
    const detail = describeKnownError(error)
    if (detail === undefined) throw error
    const state = error instanceof NotYetError ? 'next' : 'bad'
    return [{ check: check.name, state, detail }]
  }
}
