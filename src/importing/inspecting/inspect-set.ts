import {
  countExpectedRows,
  createCounts,
  describeRefusedImport,
  type ImportCounts,
  type ImportForecast,
  type ReaderCounts,
  refuseBadSet,
  sumRecords,
  UNKNOWN_ENDING,
} from '../../catalog/catalog.ts'
import type { ImportSet, Registry } from '../../registries/registries.ts'
import { BatchSink } from '../batch-sink.ts'
import { planImport, titleOf } from '../import-set.ts'
import { namesOf } from '../read-set.ts'
import { InspectedRows } from './inspected-rows.ts'
import type { InspectedSet, InspectOptions } from './inspection.ts'
import type { Reasons } from './reasons.ts'

export interface SetInspection {
  readonly registry: Registry
  readonly set: ImportSet
  readonly forecast: ImportForecast
  readonly invented: boolean
  readonly options: InspectOptions
  readonly reasons: Reasons
  readonly notes: Set<string>
  /** Gets the rows of each file. */
  readonly rowsByPath: Map<string, number>
}

/** Reads one set as far as it can be read, and adds the reasons against importing it. */
export async function inspectSet(inspection: SetInspection): Promise<InspectedSet> {
  const { registry, set, forecast, invented, options, reasons, notes } = inspection
  const plan = await planImport(registry, set, { invented, signal: options.signal })
  /** The catalog may be locked by an import or damaged. Then the files are inspected without it, and a note says so. */
  const ask = <T>(question: (forecast: ImportForecast) => T): T | undefined => {
    try {
      return question(forecast)
    } catch (error) {
      notes.add(`inspected without the catalog: ${options.describeError(error)}`)
      return undefined
    }
  }
  noteDecision(
    ask((one) => one.decide(plan, options)),
    inspection,
  )
  const { rows, read, rowsRead, readToEnd } = await readRows(inspection)
  const endings = rows.endings.map(({ key }) => key)
  const counts = countRows(
    rows,
    read,
    ask((one) => one.knownKeys(plan, endings)),
  )
  if (readToEnd) {
    const gone = ask((one) => one.knownKeys(plan, read.goneKeys))?.size ?? 0
    const recordsBefore = Math.max(0, (ask((one) => one.recordsBefore(plan)) ?? 0) - gone)
    const size = { coverage: set.coverage, recordsBefore, expectedRows: countExpectedRows(plan) }
    const missingLists = registry.missingLists?.(set) ?? []
    await reasons.attempt(() => refuseBadSet(counts, size, { ...options, missingLists }))
    if (counts.short !== null) notes.add(`${titleOf(set)}: ${counts.short}`)
  }
  ask((one) => one.assumeImported(plan, sumRecords(counts)))
  const { ended, skipped, rejected, skippedBy, missingBy } = counts
  return {
    dataset: set.dataset.name,
    scope: set.scope,
    coverage: set.coverage,
    complete: set.complete,
    observedOn: set.observedOn,
    files: set.files.map((file) => file.name),
    rows: rowsRead,
    records: sumRecords(counts),
    counts: { ended, skipped, rejected, skippedBy, missingBy },
    rejectedBy: [...rows.rejectedBy].map(([field, rows]) => ({ field, rows })).sort((a, b) => b.rows - a.rows),
    firstRejects: rows.firstRejects,
    values: rows.values.report(),
    readToEnd,
  }
}

function noteDecision(
  decision: ReturnType<ImportForecast['decide']> | undefined,
  { set, reasons, notes }: SetInspection,
): void {
  if (decision === undefined || decision.outcome === 'import') return
  if (decision.outcome === 'already_imported') notes.add(`${titleOf(set)}: these files are imported already`)
  else if (decision.outcome === 'dated')
    notes.add(
      `${titleOf(set)}: these files are imported already; an import changes only their day to ${decision.observedOn}`,
    )
  else reasons.add(describeRefusedImport(decision, titleOf(set)).message)
}

/** Reads with the sink of an import, which goes on after a fault. */
async function readRows({ registry, set, options, reasons, rowsByPath }: SetInspection) {
  const { reporter, signal } = options
  const total = set.files.reduce((sum, file) => sum + file.bytes, 0)
  const rows = new InspectedRows(set, options.rejectsMax)
  let readToEnd = true
  let path = ''
  let rowsBefore = 0
  const endFile = (): void => {
    if (path !== '') rowsByPath.set(path, (rowsByPath.get(path) ?? 0) + sink.rows - rowsBefore)
    rowsBefore = sink.rows
  }
  const sink = new BatchSink(
    set,
    { rows: undefined, dependenciesBefore: undefined },
    {
      file(file) {
        endFile()
        path = set.files[file]!.path
      },
      batch: (batch) => rows.batch(batch),
      rejects: (rejects) => rows.rejects(rejects),
      progress: ({ bytes: done, ...counts }) =>
        reporter.progress({ what: namesOf(set).join(' '), unit: 'bytes', done, total, ...counts }),
      drained: async () => signal.throwIfAborted(),
    },
    {
      record: (file, key, record) => rows.record(file, key, record),
      fault(fault) {
        readToEnd = false
        reasons.add(fault.message)
      },
    },
  )
  try {
    await registry.read(set, sink).catch((error: unknown) => {
      if (signal.aborted) throw error
      readToEnd = false
      reasons.add(options.describeError(error))
    })
    endFile()
    return { rows, read: sink.end(), rowsRead: sink.rows, readToEnd }
  } finally {
    reporter.progressDone()
  }
}

/** Counts like an import: an ending changes a record of the catalog, and is skipped for an unknown record. */
function countRows(rows: InspectedRows, read: ReaderCounts, known: ReadonlySet<number> | undefined): ImportCounts {
  const ended = new Set<number>()
  const skippedBy = { ...read.skippedBy }
  for (const { file, key } of rows.endings) {
    if (known !== undefined && (rows.keys.has(key) || ended.has(key))) rows.rejectDuplicate(file, key)
    else if (known?.has(key) === true) ended.add(key)
    else skippedBy[UNKNOWN_ENDING] = (skippedBy[UNKNOWN_ENDING] ?? 0) + 1
  }
  return {
    ...createCounts(),
    added: rows.keys.size,
    ended: ended.size,
    skipped: Object.values(skippedBy).reduce((sum, one) => sum + one, 0),
    rejected: read.rejected + rows.duplicates,
    skippedBy,
    missingBy: { ...read.missingBy },
  }
}
