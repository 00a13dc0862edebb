import {
  countExpectedRows,
  createCounts,
  describeRefusedImport,
  type ImportCounts,
  type ImportForecast,
  type ImportPlan,
  refuseBadSet,
  sumRecords,
  UNKNOWN_ENDING,
} from '../../catalog/catalog.ts'
import type { ImportSet, Registry } from '../../registries/registries.ts'
import { hashFile } from '../../stdx/hash-file.ts'
import { titleOf } from '../import-set.ts'
import type { InspectOptions } from './inspect-options.ts'
import { InspectingSink } from './inspecting-sink.ts'
import type { InspectedSet } from './inspection.ts'
import type { Reasons } from './reasons.ts'

export interface SetInspection {
  readonly registry: Registry
  readonly set: ImportSet
  readonly forecast: ImportForecast
  readonly invented: boolean
  readonly options: InspectOptions
  readonly reasons: Reasons
  readonly notes: Set<string>
}

export interface InspectedRows {
  readonly report: InspectedSet
  readonly rowsByPath: ReadonlyMap<string, number>
}

/** Reads one set as far as it can be read, and adds the reasons against importing it. */
export async function inspectSet(inspection: SetInspection): Promise<InspectedRows> {
  const { set, options } = inspection
  const plan = await planOf(inspection)
  const catalog = new ReadableCatalog(inspection)
  decide(plan, catalog, inspection)
  const { sink, readToEnd } = await readSet(inspection)
  const counts = countsOf(
    sink,
    catalog.ask((one) => one.knownKeys(plan, sink.endings)),
  )
  if (readToEnd) {
    const gone = catalog.ask((one) => one.knownKeys(plan, sink.goneKeys))?.size ?? 0
    const recordsBefore = Math.max(0, (catalog.ask((one) => one.recordsBefore(plan)) ?? 0) - gone)
    const { coverage } = set
    attempt(inspection, () =>
      refuseBadSet(counts, { coverage, recordsBefore, expectedRows: countExpectedRows(plan) }, options),
    )
    if (counts.short !== null) inspection.notes.add(`${titleOf(set)}: ${counts.short}`)
  }
  catalog.ask((one) => one.assumeImported(plan, sumRecords(counts)))
  return { report: toReport(set, sink, counts, readToEnd), rowsByPath: sink.rowsByPath }
}

async function planOf({ registry, set, invented, options }: SetInspection): Promise<ImportPlan> {
  const { dataset, scope, coverage, complete, observedOn } = set
  const files = []
  for (const file of set.files) {
    options.signal.throwIfAborted()
    files.push({ ...file, sha256: await hashFile(file.path, () => {}) })
  }
  const { projectionVersion } = registry
  return { dataset, scope, coverage, complete, observedOn, projectionVersion, files, invented }
}

/** The catalog may be locked by an import or damaged. Then the files are inspected without it, and a note says so. */
class ReadableCatalog {
  readonly #forecast: ImportForecast
  readonly #notes: Set<string>
  readonly #describeError: InspectOptions['describeError']

  constructor({ forecast, notes, options }: SetInspection) {
    this.#forecast = forecast
    this.#notes = notes
    this.#describeError = options.describeError
  }

  ask<T>(question: (forecast: ImportForecast) => T): T | undefined {
    try {
      return question(this.#forecast)
    } catch (error) {
      this.#notes.add(`inspected without the catalog: ${this.#describeError(error)}`)
      return undefined
    }
  }
}

function decide(plan: ImportPlan, catalog: ReadableCatalog, { set, options, reasons, notes }: SetInspection): void {
  const decision = catalog.ask((forecast) => forecast.decide(plan, { allowGap: options.allowGap }))
  if (decision === undefined || decision.outcome === 'import') return
  if (decision.outcome === 'already_imported') notes.add(`${titleOf(set)}: these files are imported already`)
  else if (decision.outcome === 'dated')
    notes.add(
      `${titleOf(set)}: these files are imported already; an import changes only their day to ${decision.observedOn}`,
    )
  else reasons.add(describeRefusedImport(decision, titleOf(set)).message)
}

async function readSet({ registry, set, options, reasons }: SetInspection) {
  const { reporter, signal, rejectsMax } = options
  const bytesTotal = set.files.reduce((sum, file) => sum + file.bytes, 0)
  const what = [set.dataset.name, set.scope, set.observedOn ?? ''].filter((part) => part !== '').join(' ')
  let readToEnd = true
  const stop = (reason: string): void => {
    readToEnd = false
    reasons.add(reason)
  }
  const sink = new InspectingSink({
    dataset: set.dataset,
    signal,
    rejectsMax,
    fault: (fault) => stop(fault.message),
    progress: (state) => reporter.progress({ what, ...state, bytesTotal }),
  })
  try {
    await registry.read(set, sink)
  } catch (error) {
    if (signal.aborted) throw error
    stop(options.describeError(error))
  } finally {
    reporter.progressDone()
  }
  return { sink, readToEnd }
}

/** Counts like an import: an ending changes a record of the catalog, and is skipped for an unknown record. */
function countsOf(sink: InspectingSink, known: ReadonlySet<number> | undefined): ImportCounts {
  const ended = new Set<number>()
  let unknown = 0
  for (const key of sink.endings) {
    if (known !== undefined && (sink.hasRecord(key) || ended.has(key))) sink.rejectDuplicate(key)
    else if (known?.has(key) === true) ended.add(key)
    else unknown += 1
  }
  sink.skip(UNKNOWN_ENDING, undefined, unknown)
  return {
    ...createCounts(),
    added: sink.records,
    ended: ended.size,
    skipped: sink.skipped,
    rejected: sink.rejected,
    skippedBy: sink.skippedBy,
    missingBy: sink.missingBy,
  }
}

function attempt({ options, reasons }: SetInspection, work: () => void): void {
  try {
    work()
  } catch (error) {
    reasons.add(options.describeError(error))
  }
}

function toReport(set: ImportSet, sink: InspectingSink, counts: ImportCounts, readToEnd: boolean): InspectedSet {
  const { ended, skipped, rejected, skippedBy, missingBy } = counts
  return {
    dataset: set.dataset.name,
    scope: set.scope,
    coverage: set.coverage,
    complete: set.complete,
    observedOn: set.observedOn,
    files: set.files.map((file) => file.name),
    rows: sink.rows,
    records: sumRecords(counts),
    counts: { ended, skipped, rejected, skippedBy, missingBy },
    rejectedBy: [...sink.rejectedBy].map(([field, rows]) => ({ field, rows })).sort((a, b) => b.rows - a.rows),
    firstRejects: sink.firstRejects,
    values: sink.values.report(),
    readToEnd,
  }
}
