import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { addDays } from '../records/date.ts'
import { REGISTRIES, REMOTES, type Registry } from '../registries/registries.ts'
import { assert } from '../stdx/assert.ts'
import { type Clock, isoDay, isoTime } from '../stdx/clock.ts'
import { createHttpGet } from '../stdx/http-get.ts'
import { InputError } from '../stdx/input-error.ts'
import { seededRandom } from '../stdx/random.ts'
import { RETRY_POLICY } from '../stdx/retry.ts'
import { type Sleep, systemSleep } from '../stdx/sleep.ts'
import { tryLockFile } from '../storage/storage.ts'
import { type AddressAnswer, checkSources } from './check-sources.ts'
import { forgetOldDownloads } from './forget-downloads.ts'
import { type ImportContext, importFiles } from './import-files.ts'
import type { ImportReport } from './import-set.ts'
import { sourceAddresses } from './source-addresses.ts'
import { rememberAnswers } from './source-answers.ts'
import { type SourceSync, type SyncFailure, syncFiles } from './sync-files.ts'

export interface SyncContext extends ImportContext {
  readonly clock: Clock
  /** The pauses between attempts. Tests have none. */
  readonly sleep?: Sleep
}

export interface SyncRun {
  /** A JSON file with other addresses than the official ones. */
  readonly sources?: string
  readonly fetchOnly?: boolean
  readonly allowShrink?: boolean
  readonly maxRejects: number
  readonly waitDays: number
  readonly onReport: (report: ImportReport) => void
}

/** The largest file has 900 MB today; ten times that is a mistake. */
const FILE_BYTES_MAX = 10e9

export interface SourceReport {
  readonly source: string
  readonly outcome: SourceSync['outcome']
  readonly failures: readonly SyncFailure[]
  readonly imported: readonly ImportReport[]
  /** Days whose changes the catalog lacks though it has later ones. */
  readonly missingDays: readonly string[]
}

/** Fetches what these registers have newer than the catalog and imports it. */
export async function sync(
  context: SyncContext,
  registries: readonly Registry[],
  options: SyncRun,
): Promise<SourceReport[]> {
  using _lock = onlyOneSync(context)
  const synced = await fetchAll(context, registries, options)
  remember(context, Object.fromEntries(synced.map(({ source, failures }) => [source, failures])))
  const reports: SourceReport[] = []
  for (const one of synced) {
    const report = await importSynced(context, one, options)
    reports.push(report)
    // Only an import finds out that some files are none.
    remember(context, { [report.source]: report.failures })
  }
  return reports
}

/** How the addresses of these registers answer now. Imports nothing. */
export async function checkAddresses(
  context: SyncContext,
  registries: readonly Registry[],
  { sources }: Pick<SyncRun, 'sources'>,
): Promise<AddressAnswer[]> {
  const remotes = REMOTES.filter(({ registry }) => registries.some(({ name }) => name === registry))
  const addresses = await sourceAddresses(REMOTES, sources)
  const get = createHttpGet('regista', CHECK_LIMITS)
  const tools = { get, clock: context.clock, signal: context.interrupted, wholeMs: 60_000 }
  const answers = await checkSources(remotes, addresses, tools)
  remember(
    context,
    Object.groupBy(answers, ({ source }) => source),
  )
  return answers
}

const CHECK_LIMITS = { connectMs: 10_000, silenceMs: 15_000, redirectsMax: 5 }

function remember(context: SyncContext, found: Readonly<Partial<Record<string, readonly Answered[]>>>): void {
  const at = isoTime(context.clock.nowMs())
  const entries = Object.entries(found).map(([source, answers = []]) => {
    const problems = answers.flatMap(({ title, what = title, reason, problem = reason }) =>
      problem ? `${what}: ${problem}` : [],
    )
    return [source, { at, problems }] as const
  })
  rememberAnswers(context.dataDir, Object.fromEntries(entries))
}

type Answered = Partial<SyncFailure & Pick<AddressAnswer, 'what' | 'problem'>>

/** Two runs would write the same files. The lock ends with the process, however that ends. */
function onlyOneSync(context: SyncContext): Disposable {
  mkdirSync(join(context.dataDir, 'downloads'), { recursive: true })
  const lock = tryLockFile(join(context.dataDir, 'downloads', 'lock.db'))
  if (lock !== undefined) return lock
  throw new InputError('another sync is running on this data folder. Wait until it ends, then try again.')
}

async function fetchAll(
  context: SyncContext,
  registries: readonly Registry[],
  options: SyncRun,
): Promise<SourceSync[]> {
  const remotes = REMOTES.filter(({ registry }) => registries.some(({ name }) => name === registry))
  const addresses = await sourceAddresses(REMOTES, options.sources)
  using catalog = await context.openCatalog()
  return await syncFiles({
    remotes,
    addresses,
    folder: join(context.dataDir, 'downloads'),
    tools: {
      get: createHttpGet('regista'),
      clock: context.clock,
      retry: RETRY_POLICY,
      limits: { fileBytesMax: FILE_BYTES_MAX },
      random: seededRandom(context.clock.nowMs() | 0),
      sleep: context.sleep ?? systemSleep,
      signal: context.interrupted,
    },
    progress: ({ source, file, bytes, bytesTotal }) =>
      context.terminal.progress({ what: `${source} ${file}`, unit: 'bytes', done: bytes, total: bytesTotal ?? 0 }),
    applied: (source) => catalog.standing(source),
    givenUpUntil: addDays(isoDay(context.clock.nowMs()), -options.waitDays),
    isImported: (source, sha256) => catalog.hasFile(source, sha256),
  })
}

/** Imports the downloads set by set, and then removes downloads that the next run does not need. */
async function importSynced(context: SyncContext, synced: SourceSync, options: SyncRun): Promise<SourceReport> {
  const { source, outcome } = synced
  const registry = REGISTRIES.find(({ name }) => name === source)
  assert(registry !== undefined, 'every source that is fetched is a register')
  const failures = [...synced.failures]
  const imported: ImportReport[] = []
  let lacksNeededSet = false
  for (const { title, files, parts, optional, acrossGap } of options.fetchOnly === true ? [] : synced.sets) {
    const how = {
      parts,
      allowShrink: options.allowShrink === true,
      allowGap: acrossGap === true && !lacksNeededSet,
      maxRejects: options.maxRejects,
      onReport: options.onReport,
    }
    try {
      imported.push(...(await importFiles(context, registry, files, how)))
    } catch (error) {
      // Other sets are imported although one was refused. The catalog refuses a daily after a missing one by itself.
      if (!(error instanceof InputError)) throw error
      failures.push({ title, reason: error.message })
      lacksNeededSet ||= optional !== true
    }
  }
  if (options.fetchOnly !== true && failures.length === 0) await forgetOldDownloads(synced.folder, synced.keep)
  using catalog = await context.openCatalog()
  return { source, outcome, failures, imported, missingDays: catalog.standing(source).missingDays }
}
