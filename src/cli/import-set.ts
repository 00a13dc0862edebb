import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import {
  type Catalog,
  describeRefusal,
  type ImportCounts,
  type ReaderCounts,
  type RunningImport,
} from '../catalog/catalog.ts'
import { formatSourceKey } from '../records/source-key.ts'
import type { ImportSet, Registry, Reject } from '../registries/registries.ts'
import { unreachable } from '../stdx/assert.ts'
import { GivenError } from '../stdx/given-error.ts'
import { hashFile } from '../stdx/hash-file.ts'
import type { ReaderMessage, ReaderTask } from './import-reader.ts'
import type { Terminal } from './terminal.ts'

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
  readonly outcome: 'imported' | 'already_imported'
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
  terminal: Terminal,
): Promise<ImportReport> {
  const startedMs = performance.now()
  const files = []
  for (const file of set.files) {
    options.signal.throwIfAborted()
    files.push({ ...file, sha256: await hashFile(file.path, () => {}) })
  }
  options.signal.throwIfAborted()
  const report = {
    complete: set.complete,
    dataset: set.dataset.name,
    scope: set.scope,
    observedOn: set.observedOn,
    files: files.length,
  }
  const seconds = (): number => Math.round(performance.now() - startedMs) / 1000
  const { dataset, scope, coverage, complete, observedOn } = set
  const { projectionVersion } = registry
  const begun = catalog.beginImport(
    { dataset, scope, coverage, complete, observedOn, projectionVersion, files, invented: options.invented },
    { allowGap: options.allowGap },
  )
  if (begun.outcome === 'already_imported') {
    return {
      ...report,
      outcome: 'already_imported',
      generation: begun.generation,
      seconds: seconds(),
      counts: null,
      rejectsFile: null,
      missingDays: catalog.standing(registry.name).missingDays,
    }
  }
  if (begun.outcome !== 'begun') throw describeRefusal(begun, titleOf(set))
  let read: Awaited<ReturnType<typeof readInThread>>
  let rejects: RejectsFile
  try {
    const scoped = [set.dataset.name, scope, observedOn ?? ''].filter((part) => part !== '').join('-')
    rejects = new RejectsFile(options.rejectsDir, scoped)
    read = await readInThread(begun.running, { registry: registry.name, set }, rejects, options.signal, terminal)
  } catch (error) {
    begun.running.abandon()
    throw error
  }
  const { generation, counts } = finished(begun.running, read, { set, options, rejects })
  return {
    ...report,
    outcome: 'imported',
    generation,
    seconds: seconds(),
    counts,
    rejectsFile: rejects.path,
    missingDays: catalog.standing(registry.name).missingDays,
  }
}

/** A set that is refused for its refused rows names the file in which they stand. */
function finished(
  running: RunningImport,
  read: Awaited<ReturnType<typeof readInThread>>,
  {
    set,
    options: { allowShrink, rejectShareMax },
    rejects,
  }: { readonly set: ImportSet; readonly options: ImportOptions; readonly rejects: RejectsFile },
): ReturnType<RunningImport['finish']> {
  const onDuplicates = (keys: readonly number[]): void =>
    rejects.add(
      keys.map((key) =>
        duplicateKey(titleOf(set), formatSourceKey(key, set.dataset.keyForm), 'the row that changed counts'),
      ),
    )
  try {
    return running.finish(read, { allowShrink, rejectShareMax, onDuplicates })
  } catch (error) {
    if (!(error instanceof GivenError) || rejects.path === null) throw error
    throw new GivenError(`${error.message} Rejects: ${rejects.path}`)
  }
}

function duplicateKey(file: string, key: string, outcome: string): Reject {
  return { file, key, field: 'key', reason: `stands twice in this set; ${outcome}` }
}

export function titleOf(set: ImportSet): string {
  return set.files.length === 1 ? set.files[0]!.name : `${set.files[0]!.name} and ${set.files.length - 1} more`
}

function readInThread(
  running: RunningImport,
  what: { readonly registry: string; readonly set: ImportSet },
  rejects: RejectsFile,
  signal: AbortSignal,
  terminal: Terminal,
): Promise<ReaderCounts & { readonly dependencies: string }> {
  const { keyForm } = what.set.dataset
  const task: ReaderTask = { ...what, known: running.knownRows?.buffer, dependenciesBefore: running.dependenciesBefore }
  const worker = new Worker(new URL('./import-reader.ts', import.meta.url), { workerData: task })
  const bytesTotal = what.set.files.reduce((sum, file) => sum + file.bytes, 0)
  const label = [what.set.dataset.name, what.set.scope, what.set.observedOn ?? '']
    .filter((part) => part !== '')
    .join(' ')
  const { promise, resolve, reject } = Promise.withResolvers<ReaderCounts & { readonly dependencies: string }>()
  worker.on('error', reject)
  worker.on('exit', () => reject(new Error('the reading thread ended without a result')))
  worker.on('message', (message: ReaderMessage) => {
    try {
      switch (message.type) {
        case 'batch': {
          const duplicates = running.write(message.batch)
          const file = what.set.files[message.batch.file]!.name
          rejects.add(
            duplicates.map((at) =>
              duplicateKey(file, formatSourceKey(message.batch.keys[at]!, keyForm), 'the first row counts'),
            ),
          )
          worker.postMessage('written')
          return
        }
        case 'rejects':
          return rejects.add(message.rejects)
        case 'progress':
          return terminal.progress({ what: label, ...message, bytesTotal })
        case 'refused':
          return reject(new GivenError(message.message))
        case 'done':
          return resolve(message.counts)
        default:
          unreachable(message)
      }
    } catch (error) {
      reject(error)
    }
  })
  const abort = (): void => reject(signal.reason)
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  return promise.finally(async () => {
    signal.removeEventListener('abort', abort)
    terminal.progressDone()
    await worker.terminate()
  })
}

/** More lines than this tell nothing new; the count goes on. */
const REJECT_LINES_MAX = 100_000

/** Refused rows, one JSON object per line. Not made before the first one; an earlier file of the same set is replaced. */
class RejectsFile {
  path: string | null = null
  readonly #dir: string
  readonly #name: string
  #lines = 0

  constructor(dir: string, name: string) {
    this.#dir = dir
    this.#name = name
    rmSync(join(dir, `${name}.jsonl`), { force: true })
  }

  add(rejects: readonly Reject[]): void {
    const kept = rejects.slice(0, REJECT_LINES_MAX - this.#lines)
    if (kept.length === 0) return
    if (this.path === null) {
      mkdirSync(this.#dir, { recursive: true })
      this.path = join(this.#dir, `${this.#name}.jsonl`)
    }
    this.#lines += kept.length
    appendFileSync(this.path, kept.map((reject) => `${JSON.stringify(reject)}\n`).join(''))
  }
}
