import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { forgetOldDownloads } from '../importing/forget-downloads.ts'
import type { ImportReport } from '../importing/import-set.ts'
import { describeMissingDays } from '../importing/missing-days.ts'
import { sourceAddresses } from '../importing/source-addresses.ts'
import { type SourceSync, type SyncFailure, syncFiles } from '../importing/sync-files.ts'
import { addDays } from '../records/date.ts'
import { REGISTRIES, REMOTES, type Registry } from '../registries/registries.ts'
import { waitDaysOption } from '../server/settings.ts'
import { isoTime } from '../stdx/clock.ts'
import { GivenError } from '../stdx/given-error.ts'
import { httpGetter } from '../stdx/http-get.ts'
import { seededRandom } from '../stdx/random.ts'
import { RETRY_POLICY } from '../stdx/retry.ts'
import { systemSleep } from '../stdx/sleep.ts'
import { tryLockFile } from '../storage/storage.ts'
import { type Context, type GlobalOptions, openContext, withGlobalOptions } from './context.ts'
import { importFiles, percent, registryNamed } from './import.ts'

interface Options extends GlobalOptions {
  readonly sources?: string
  readonly fetchOnly?: boolean
  readonly allowShrink?: boolean
  readonly maxRejects: number
  readonly waitDays: number
}

/** The largest file of today has 900 MB; a tenfold of that is a mistake. */
const FILE_BYTES_MAX = 10e9

interface SourceReport {
  readonly source: string
  readonly outcome: SourceSync['outcome']
  readonly failures: readonly SyncFailure[]
  readonly imported: readonly ImportReport[]
  /** Days whose changes the catalog lacks though it has later ones. */
  readonly missingDays: readonly string[]
}

export function syncCommand(program: Command): void {
  const command = program
    .command('sync')
    .description(
      'Fetch what the official registers have newer than the catalog, and import it. Runs once; for every night there is cron.',
    )
    .argument('[sources...]', 'the sources to fetch (default: all)', collectRegistries, [])
    .option('--sources <file>', 'JSON with other addresses than the official ones')
    .option('--fetch-only', 'fetch, and import nothing')
    .option('--allow-shrink', 'accept sets with over 1 % fewer records than the last ones')
    .option('--max-rejects <percent>', 'share of rows that may be refused before a whole set is', percent, 1)
    .addOption(waitDaysOption())
  withGlobalOptions(command).action(async (registries: Registry[], options: Options) => {
    const context = openContext(options)
    using _lock = onlyOneSync(context)
    const wanted = registries.length === 0 ? REGISTRIES : registries
    const synced = await fetchAll(context, wanted, options)
    const reports: SourceReport[] = []
    for (const one of synced) reports.push(await importSynced(context, one, options))
    for (const report of reports) for (const line of describe(report)) context.terminal.line(line)
    context.terminal.json({ sources: reports })
    if (reports.some(({ failures }) => failures.length !== 0)) process.exitCode = 1
  })
}

/** Two runs would write to the same files. The lock belongs to the process and goes away with it, however it ends. */
function onlyOneSync(context: Context): Disposable {
  mkdirSync(join(context.dataDir, 'downloads'), { recursive: true })
  const lock = tryLockFile(join(context.dataDir, 'downloads', 'lock.db'))
  if (lock !== undefined) return lock
  throw new GivenError('another `regista sync` is running on this data folder. Wait until it ends, then try again.')
}

async function fetchAll(context: Context, registries: readonly Registry[], options: Options): Promise<SourceSync[]> {
  const remotes = REMOTES.filter(({ registry }) => registries.some(({ name }) => name === registry))
  const addresses = await sourceAddresses(REMOTES, options.sources)
  using catalog = context.openCatalog()
  return await syncFiles({
    remotes,
    addresses,
    folder: join(context.dataDir, 'downloads'),
    tools: {
      get: httpGetter('regista'),
      clock: context.clock,
      retry: RETRY_POLICY,
      limits: { fileBytesMax: FILE_BYTES_MAX },
      random: seededRandom(context.clock.nowMs() | 0),
      sleep: systemSleep,
      signal: context.interrupted,
    },
    progress: ({ source, file, bytes, bytesTotal }) =>
      context.terminal.progress({
        what: `${source} ${file}`,
        rows: 0,
        bytes,
        bytesTotal: bytesTotal ?? 0,
        rejected: 0,
      }),
    applied: (source) => catalog.standing(source),
    givenUpUntil: addDays(isoTime(context.clock.nowMs()).slice(0, 10), -options.waitDays),
    isImported: (source, sha256) => catalog.hasFile(source, sha256),
  })
}

/** Imports what came, set by set. Downloads that are imported make room for the next. */
async function importSynced(context: Context, synced: SourceSync, options: Options): Promise<SourceReport> {
  const { source, outcome } = synced
  const failures = [...synced.failures]
  const imported: ImportReport[] = []
  let lacksNeededSet = false
  for (const { title, files, parts, optional, acrossGap } of options.fetchOnly === true ? [] : synced.sets) {
    const how = {
      allowShrink: options.allowShrink === true,
      allowGap: acrossGap === true && !lacksNeededSet,
      maxRejects: options.maxRejects,
      ...(parts === undefined ? {} : { parts }),
    }
    try {
      imported.push(...(await importFiles(context, registryNamed(source), files, how)))
    } catch (error) {
      // One refused set is no reason to withhold another; a daily after a missing one is refused by the catalog itself.
      if (!(error instanceof GivenError)) throw error
      failures.push({ title, reason: error.message })
      lacksNeededSet ||= optional !== true
    }
  }
  if (options.fetchOnly !== true && failures.length === 0) await forgetOldDownloads(synced.folder, synced.keep)
  using catalog = context.openCatalog()
  return { source, outcome, failures, imported, missingDays: catalog.standing(source).missingDays }
}

function describe({ source, outcome, failures, imported, missingDays }: SourceReport): string[] {
  const lines = failures.map(({ title, reason }) => `${source}, ${title}: FAILED: ${reason}`)
  if (missingDays.length !== 0) lines.push(`${source}: ${describeMissingDays(missingDays)}`)
  if (failures.length !== 0 || imported.length !== 0) return lines
  return [`${source}: ${outcome === 'nothing_new' ? 'nothing new' : 'fetched'}`, ...lines]
}

function collectRegistries(name: string, before: Registry[]): Registry[] {
  return [...before, registryNamed(name)]
}
