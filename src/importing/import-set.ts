import {
  type Catalog,
  describeRefusedImport,
  type ImportCounts,
  type ImportPlan,
  type ReaderCounts,
  type RunningImport,
} from '../catalog/catalog.ts'
import { formatSourceKey } from '../records/source-key.ts'
import type { ImportSet, Registry } from '../registries/registries.ts'
import { hashFile } from '../stdx/hash-file.ts'
import { InputError } from '../stdx/input-error.ts'
import type { ProgressReporter } from './progress.ts'
import { namesOf, readSet } from './read-set.ts'
import { duplicateKey, REJECT_LINES_MAX, RejectsFile } from './rejects-file.ts'

export interface ImportOptions {
  readonly allowGap: boolean
  readonly allowShrink: boolean
  readonly rejectShareMax: number
  readonly invented: boolean
  readonly rejectsDir: string
  readonly signal: AbortSignal
}

export interface ImportReport {
  readonly dataset: string
  readonly scope: string
  /** Whether all parts were known to be there: only then is anything retired. */
  readonly complete: boolean
  readonly observedOn: string | null
  /** The day that answers show; null if nothing changed. */
  readonly shownDay: string | null
  /** Optional code lists that were not among the files. */
  readonly missingLists: readonly string[]
  readonly outcome: 'imported' | 'dated' | 'already_imported'
  readonly generation: number
  readonly files: number
  readonly seconds: number
  readonly counts: ImportCounts | null
  readonly rejectsFile: string | null
  /** Days whose changes the catalog lacks though it has later ones. */
  readonly missingDays: readonly string[]
}

/** Imports one set: hash the files, ask the catalog, read in a thread, write in this one. */
export async function importSet(
  catalog: Catalog,
  registry: Registry,
  set: ImportSet,
  options: ImportOptions,
  reporter: ProgressReporter,
): Promise<ImportReport> {
  const startedMs = performance.now()
  const plan = await planImport(registry, set, options)
  options.signal.throwIfAborted()
  const report = {
    complete: set.complete,
    dataset: set.dataset.name,
    scope: set.scope,
    observedOn: set.observedOn,
    files: set.files.length,
    missingLists: registry.missingLists?.(set) ?? [],
  }
  const seconds = (): number => Math.round(performance.now() - startedMs) / 1000
  const begun = catalog.beginImport(plan, { allowGap: options.allowGap })
  if (begun.outcome === 'already_imported' || begun.outcome === 'dated') {
    return {
      ...report,
      outcome: begun.outcome,
      shownDay: begun.outcome === 'dated' ? begun.observedOn : null,
      generation: begun.generation,
      seconds: seconds(),
      counts: null,
      rejectsFile: null,
      missingDays: catalog.standing(registry.name).missingDays,
    }
  }
  if (begun.outcome !== 'begun') throw describeRefusedImport(begun, titleOf(set))
  let read: ReaderCounts
  let rejects: RejectsFile
  try {
    rejects = new RejectsFile(options.rejectsDir, namesOf(set).join('-'))
    read = await readSet(begun.running, { registry, set, rejects, signal: options.signal, reporter })
  } catch (error) {
    begun.running.abandon()
    throw error
  }
  const { missingLists } = report
  const { generation, counts } = finishImport(begun.running, read, {
    set,
    options: { ...options, missingLists },
    rejects,
  })
  return {
    ...report,
    outcome: 'imported',
    shownDay: begun.running.observedOn,
    generation,
    seconds: seconds(),
    counts,
    rejectsFile: rejects.path,
    missingDays: catalog.standing(registry.name).missingDays,
  }
}

/** Hashes the files of the set. */
export async function planImport(
  { projectionVersion }: Registry,
  { dataset, scope, coverage, complete, observedOn, files }: ImportSet,
  { invented, signal }: Pick<ImportOptions, 'invented' | 'signal'>,
): Promise<ImportPlan> {
  const hashed = []
  for (const file of files) {
    signal.throwIfAborted()
    hashed.push({ ...file, sha256: await hashFile(file.path, () => {}) })
  }
  return { dataset, scope, coverage, complete, observedOn, projectionVersion, files: hashed, invented }
}

/** A set that is refused for its refused rows names the file in which they stand. */
function finishImport(
  running: RunningImport,
  read: ReaderCounts,
  {
    set,
    options: { allowShrink, rejectShareMax, missingLists },
    rejects,
  }: {
    readonly set: ImportSet
    readonly options: ImportOptions & Pick<ImportReport, 'missingLists'>
    readonly rejects: RejectsFile
  },
): ReturnType<RunningImport['finish']> {
  const onDuplicates = (keys: readonly number[]): void =>
    rejects.add(
      keys
        .slice(0, REJECT_LINES_MAX)
        .map((key) =>
          duplicateKey(titleOf(set), formatSourceKey(key, set.dataset.keyForm), 'the row that changed counts'),
        ),
    )
  try {
    return running.finish(read, { allowShrink, rejectShareMax, missingLists, onDuplicates })
  } catch (error) {
    if (!(error instanceof InputError) || rejects.path === null) throw error
    throw new InputError(`${error.message} Rejects: ${rejects.path}`)
  }
}

export function titleOf(set: ImportSet): string {
  return set.files.length === 1 ? set.files[0]!.name : `${set.files[0]!.name} and ${set.files.length - 1} more`
}
