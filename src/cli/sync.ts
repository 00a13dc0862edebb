import { type Command, InvalidArgumentError, Option } from 'commander'
import { checkAddresses, type ImportReport, type SourceReport, type SyncRun, sync } from '../importing/importing.ts'
import { REGISTRIES, type Registry } from '../registries/registries.ts'
import { InputError } from '../stdx/input-error.ts'
import { addAction, type Context } from './context.ts'
import { describeImport, parseRegistry } from './import.ts'
import { describeMissingDays } from './missing-days.ts'
import { parsePercent } from './parse.ts'
import { publishAndSend } from './publish.ts'
import { storeOption, waitDaysOption } from './settings.ts'
import { currentCall } from './shell.ts'
import type { StoreOptions } from './store-settings.ts'

type Options = Omit<SyncRun, 'onReport'> &
  StoreOptions & {
    readonly publish?: true
    readonly allowShrink?: boolean
    readonly check?: true
  }

export function syncCommand(command: Command): void {
  command
    .argument('[sources...]', 'the sources to fetch (default: all)', collectRegistries, [])
    .option('--sources <file>', 'JSON with other addresses than the official ones')
    .option('--fetch-only', 'download only; import nothing')
    .option('--check', 'ask each address what it has; download and import nothing')
    .addOption(new Option('--dry-run', 'the same as --check').implies({ check: true }))
    .option('--publish', 'then publish what is imported, although a source may have failed: for every night')
    .option('--allow-shrink', 'accept sets with over 1 % fewer records than the last ones')
    .option('--max-rejects <percent>', 'share of rows that may be rejected before a whole set is', parsePercent, 1)
    .addOption(waitDaysOption())
    .addOption(storeOption())
  addAction(command, async (context, registries: Registry[], options: Options) => {
    if (options.publish && options.fetchOnly)
      throw new InvalidArgumentError('--fetch-only imports nothing, so there is nothing new for --publish.')
    const wanted = registries.length === 0 ? REGISTRIES : registries
    if (options.check) return await checkAndPrint(context, wanted, options)
    const onReport = (report: ImportReport): void => context.terminal.line(describeImport(report))
    const reports = await sync(context, wanted, { ...options, onReport })
    for (const report of reports) for (const line of describe(report)) context.terminal.line(line)
    if (reports.some(({ failures }) => failures.length !== 0)) currentCall().exitCode = 1
    const published = options.publish ? await tryToPublish(context, options) : undefined
    context.terminal.json({ sources: reports, ...(published && { published }) })
  })
}

/** Exit code 1 if an address does not answer. */
async function checkAndPrint(context: Context, wanted: readonly Registry[], options: Options): Promise<void> {
  const answers = await checkAddresses(context, wanted, options)
  const moved: Record<string, Record<string, string>> = {}
  for (const { source, name, what, problem, newest, movedTo } of answers) {
    if (movedTo !== null) moved[source] = { ...moved[source], [name]: movedTo }
    const state = problem === null ? `answers${newest === null ? '' : `, of ${newest}`}` : `FAILED: ${problem}`
    context.terminal.line(`${source}, ${name}, ${what}: ${state}${movedTo === null ? '' : `; moved to ${movedTo}`}`)
  }
  const sources = Object.keys(moved).length === 0 ? null : moved
  if (sources !== null) context.terminal.line(`for a file of --sources: ${JSON.stringify(sources)}`)
  if (answers.some(({ problem }) => problem !== null)) {
    currentCall().exitCode = 1
    context.terminal.line('A mirror of an address that fails can be named in a file of --sources, by source and name.')
  }
  context.terminal.json({ answers, sources })
}

/** Returns the error instead of throwing it, so that the command still reports the files that it fetched. */
async function tryToPublish(context: Context, options: Options): Promise<object> {
  try {
    return await publishAndSend(context, options)
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    currentCall().exitCode = 1
    context.terminal.warn(`regista: ${error.message}`)
    return { error: error.message }
  }
}

function describe({ source, outcome, failures, imported, missingDays }: SourceReport): string[] {
  const lines = failures.map(({ title, reason }) => `${source}, ${title}: FAILED: ${reason}`)
  if (missingDays.length !== 0) lines.push(`${source}: ${describeMissingDays(missingDays)}`)
  if (failures.length !== 0 || imported.length !== 0) return lines
  return [`${source}: ${outcome === 'nothing_new' ? 'nothing new' : 'fetched'}`, ...lines]
}

function collectRegistries(name: string, before: Registry[]): Registry[] {
  return [...before, parseRegistry(name)]
}
