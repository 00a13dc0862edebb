import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import {
  type Manifest,
  type PublishReport,
  publish,
  Release,
  ReleaseFolder,
  readManifest,
  WithdrawnRecords,
} from '../release/release.ts'
import { formatCount, formatNumber } from '../stdx/format-count.ts'
import { addAction, type Context, openKnownCatalog, releasesDir } from './context.ts'
import { storeOption } from './settings.ts'
import { openStoreToWrite, sendToStore } from './store.ts'
import type { StoreOptions } from './store-settings.ts'

type ManifestSegment = Manifest['segments'][number]
type Counts = ManifestSegment['counts']

interface Options extends StoreOptions {
  readonly allowShrink?: boolean
  readonly resign?: boolean
}

export function publishCommand(command: Command): void {
  command
    .option('--allow-shrink', 'accept a release that lost over 1 % of its records')
    .option('--resign', 'sign what is in the store, whoever wrote it: for the first signature, and for a new key')
    .addOption(storeOption())
  addAction(command, async (context, options: Options) => context.terminal.json(await publishAndSend(context, options)))
}

/** Publishes to the store too, if there is one. Returns what `--json` prints. */
export async function publishAndSend(context: Context, options: Options): Promise<object> {
  const store = await openStoreToWrite(options)
  const report = await publishRelease(context, { allowShrink: options.allowShrink === true })
  const stored = store && (await sendToStore(context, store, report.id))
  if (store !== undefined) remindOfTerms(context, report.id)
  const segments = report.segments.map(({ files, inputs, ...rest }) => rest)
  return { ...report, segments, ...(stored && { store: stored }) }
}

export async function publishRelease(
  context: Context,
  options: { readonly allowShrink: boolean },
): Promise<PublishReport> {
  const { terminal } = context
  const startedMs = performance.now()
  using catalog = await openKnownCatalog(context)
  const report = await publish(catalog, {
    catalogPath: join(context.dataDir, 'catalog.db'),
    releasesDir: releasesDir(context),
    clock: context.clock,
    allowShrink: options.allowShrink,
    signal: context.interrupted,
    progress(step) {
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
      if (step.step === 'progress')
        terminal.progress({ what: 'publishing', unit: 'records', done: step.records, total: step.total })
      else if (step.step !== 'built') terminal.warn(`${seconds} s  ${step.step} ${step.segment}`)
      else if (step.made === 'linked') terminal.warn(`${seconds} s  ${step.segment} is unchanged: linked`)
      else
        terminal.warn(
          `${seconds} s  ${step.segment}: ${formatCount(step.records, 'record')} ${step.made}, ${formatNumber(step.checked)} read back${formatJoins(step.counts)}${formatSubjects(step.counts)}`,
        )
    },
  })
  const total = report.segments.reduce((sum, segment) => sum + segment.records, 0)
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  terminal.line(
    `published ${report.id}: ${formatCount(total, 'record')} in ${seconds} s; it is now the current release`,
  )
  const empty = listEmptySegments(report.segments)
  if (0 < empty.length)
    terminal.warn(`it has nothing of ${empty.join(', ')}: requests for it get 503. Import these sources to have it.`)
  warnOfPartlyWithdrawn(context, report.id)
  for (const id of report.removedReleases) terminal.line(`removed the old release ${id}`)
  return report
}

/** Once for a data folder: whoever can read the store receives the data. */
function remindOfTerms(context: Context, id: string): void {
  const { invented, sources } = readManifest(new ReleaseFolder(releasesDir(context)).path(id))
  const mark = join(context.dataDir, 'reminded-of-terms')
  if (invented || !sources.some(({ dataset }) => dataset.name === 'cz-vr') || existsSync(mark)) return
  writeFileSync(mark, '')
  context.terminal.warn(
    'the release has cz-vr. ARES states no licence by name: before others can read the store, a person must judge its terms (docs/guides/attribution.md). This is said once.',
  )
}

/** A withdrawn subject comes back with a registration that a later import brings. */
function warnOfPartlyWithdrawn(context: Context, id: string): void {
  const folder = new ReleaseFolder(releasesDir(context))
  const withdrawals = folder.withdrawals()
  if (withdrawals.length === 0) return
  using release = Release.open(folder.path(id), new WithdrawnRecords(withdrawals))
  for (const { country, ico } of release.partlyWithdrawn(withdrawals))
    context.terminal.warn(
      `${country} ${ico} has withdrawn records and visible ones. If they are of one subject, withdraw these too with \`regista record remove ${country} ${ico} --why REASON\`.`,
    )
}

/** As `companies-sk (sk-rpo)`: what is missing, and the sources that would have it. */
export function listEmptySegments(segments: readonly Pick<ManifestSegment, 'name' | 'records'>[]) {
  return segments.flatMap(({ name, records }) => (records === 0 ? [`${name} (${SOURCES[name]})`] : []))
}

const SOURCES: Readonly<Record<ManifestSegment['name'], string>> = {
  'addresses-cz': 'cz-addresses',
  'companies-cz': 'cz-res, cz-vr',
  'addresses-sk': 'sk-addresses',
  'companies-sk': 'sk-rpo',
}

/** Empty if every number of the segment has one record. */
function formatSubjects({ subjectsWithRegistrations, numbersOfSeveralSubjects }: Counts): string {
  if (!subjectsWithRegistrations && !numbersOfSeveralSubjects) return ''
  const several = formatCount(subjectsWithRegistrations ?? 0, 'subject')
  return `; ${several} with several registrations, ${formatCount(numbersOfSeveralSubjects ?? 0, 'number')} that may mean several subjects`
}

/** How many company seats were joined with address points; empty for a segment without such seats. */
function formatJoins(counts: Counts): string {
  const joins = ['Joined', 'Text', 'Missing', 'Contradictory'].map((join) => counts[`seats${join}`] ?? 0)
  if (joins.every((count) => count === 0)) return ''
  const [joined, text, missing, contradictory] = joins.map(formatNumber)
  return `; seats joined with address points: ${joined}, read from texts: ${text}, points missing: ${missing}, contradictory: ${contradictory}`
}
