import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { ReaderCounts, RunningImport } from '../catalog/catalog.ts'
import { formatSourceKey } from '../records/source-key.ts'
import type { ImportSet, Registry } from '../registries/registries.ts'
import { assert, unreachable } from '../stdx/assert.ts'
import { InputError } from '../stdx/input-error.ts'
import type { ReadProgress } from './batch-sink.ts'
import { FileOrder } from './file-order.ts'
import type { ReaderMessage, ReaderTask } from './import-reader.ts'
import type { ProgressReporter } from './progress.ts'
import { duplicateKey, type RejectsFile } from './rejects-file.ts'

export interface SetReading {
  readonly registry: Registry
  readonly set: ImportSet
  readonly rejects: RejectsFile
  readonly signal: AbortSignal
  readonly reporter: ProgressReporter
  /** How many threads may read, where the register allows more than one. */
  readonly readersMax?: number
}

/** A second reader makes an RPO import 1.7 times as fast; the thread that writes could not keep up with many more. */
const READERS_MAX = 2

/** How many batches of a later file may wait for their turn: a part of RPO has about 50, of a megabyte each. */
const BATCHES_WAITING_MAX = 64

/** Reads a set in threads of their own and writes in this one, in the order of the files. */
export async function readSet(running: RunningImport, reading: SetReading): Promise<ReaderCounts> {
  const { signal, reporter } = reading
  const readers = new Readers(running, reading)
  const abort = (): void => readers.fail(signal.reason)
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  try {
    return await readers.result
  } finally {
    signal.removeEventListener('abort', abort)
    reporter.progressDone()
    await readers.terminate()
  }
}

interface Reader {
  readonly worker: Worker
  /** The places in the set of the files that this reader reads, ascending. */
  readonly files: readonly number[]
  progress: ReadProgress
  counts: ReaderCounts | undefined
  /** Batches for which the reader still waits to be told that they were taken. */
  unacknowledged: number
}

class Readers {
  readonly result: Promise<ReaderCounts>
  readonly fail: (reason: unknown) => void
  readonly #finish: (read: ReaderCounts) => void
  readonly #running: RunningImport
  readonly #reading: SetReading
  readonly #order: FileOrder<OrderedMessage>
  readonly #readers: readonly Reader[]
  readonly #bytesTotal: number
  readonly #label: string

  constructor(running: RunningImport, reading: SetReading) {
    const { set } = reading
    const { promise, resolve, reject } = Promise.withResolvers<ReaderCounts>()
    this.result = promise
    this.fail = reject
    this.#finish = resolve
    this.#running = running
    this.#reading = reading
    this.#bytesTotal = set.files.reduce((sum, file) => sum + file.bytes, 0)
    this.#label = namesOf(set).join(' ')
    const shares = sharesOf(running, reading)
    this.#order = new FileOrder(shares.map(([first]) => first!))
    this.#readers = shares.map((files, number) => this.#start(files, number))
  }

  async terminate(): Promise<void> {
    await Promise.all(this.#readers.map(({ worker }) => worker.terminate()))
  }

  #start(files: readonly number[], number: number): Reader {
    const { registry, set } = this.#reading
    const task: ReaderTask = {
      registry: registry.name,
      set: { ...set, files: files.map((file) => set.files[file]!) },
      known: this.#running.knownRows?.buffer,
      dependenciesBefore: this.#running.dependenciesBefore,
    }
    const worker = new Worker(new URL('./import-reader.ts', import.meta.url), { workerData: task })
    let hasResult = false
    worker.on('error', this.fail)
    worker.on('exit', () => {
      if (!hasResult) this.fail(new Error('the reading thread ended without a result'))
    })
    worker.on('message', (message: ReaderMessage) => {
      hasResult ||= message.type === 'done' || message.type === 'refused'
      try {
        this.#receive(number, message)
      } catch (error) {
        this.fail(error)
      }
    })
    return { worker, files, progress: { rows: 0, bytes: 0, rejected: 0 }, counts: undefined, unacknowledged: 0 }
  }

  #receive(number: number, message: ReaderMessage): void {
    const reader = this.#readers[number]!
    switch (message.type) {
      case 'progress':
        reader.progress = message
        this.#showProgress()
        return
      case 'file':
        this.#order.openFile(number, reader.files[message.file]!)
        break
      case 'batch':
        reader.unacknowledged += 1
        this.#order.add(number, { ...message, batch: { ...message.batch, file: reader.files[message.batch.file]! } })
        break
      case 'rejects':
      case 'refused':
        this.#order.add(number, message)
        break
      case 'done':
        reader.counts = message.counts
        this.#order.end(number)
        break
      default:
        unreachable(message)
    }
    for (const { reader: from, message: ordered } of this.#order.take()) {
      this.#apply(ordered)
      if (ordered.type === 'batch') this.#acknowledge(from)
    }
    if (message.type === 'batch' && this.#order.waiting(number) < BATCHES_WAITING_MAX) this.#acknowledge(number)
    if (this.#order.isDone) this.#finish(joinCounts(this.#readers.map(({ counts }) => counts!)))
  }

  /** A batch is acknowledged when it is written, or early, when it may wait here for its turn. */
  #acknowledge(number: number): void {
    const reader = this.#readers[number]!
    if (reader.unacknowledged === 0) return
    reader.unacknowledged -= 1
    reader.worker.postMessage('taken')
  }

  #apply(message: OrderedMessage): void {
    const { set, rejects } = this.#reading
    switch (message.type) {
      case 'batch': {
        const { batch } = message
        const file = set.files[batch.file]!.name
        const keys = this.#running.write(batch).map((at) => formatSourceKey(batch.keys[at]!, set.dataset.keyForm))
        rejects.add(keys.map((key) => duplicateKey(file, key, 'the first row counts')))
        break
      }
      case 'rejects':
        rejects.add(message.rejects)
        break
      case 'refused':
        this.fail(new InputError(message.message))
        break
      default:
        unreachable(message)
    }
  }

  #showProgress(): void {
    const sum = (of: (progress: ReadProgress) => number): number =>
      this.#readers.reduce((total, { progress }) => total + of(progress), 0)
    this.#reading.reporter.progress({
      what: this.#label,
      unit: 'bytes',
      done: sum(({ bytes }) => bytes),
      total: this.#bytesTotal,
      rows: sum(({ rows }) => rows),
      rejected: sum(({ rejected }) => rejected),
    })
  }
}

type OrderedMessage = Extract<ReaderMessage, { readonly type: 'batch' | 'rejects' | 'refused' }>

/**
 * The positions of the files of each reader, ascending. An import with known rows needs one reader: two might meet the
 * same row at once and both count it. One is fast enough, because it parses only new rows.
 */
function sharesOf(running: RunningImport, { registry, set, readersMax }: SetReading): readonly (readonly number[])[] {
  const useful = registry.filesAreIndependent === true && running.knownRows === undefined ? set.files.length : 1
  const readers = Math.min(readersMax ?? Math.min(READERS_MAX, availableParallelism()), useful)
  return Array.from({ length: readers }, (_, reader) =>
    [...set.files.keys()].filter((file) => file % readers === reader),
  )
}

/** Dataset, scope and day. */
export function namesOf({ dataset, scope, observedOn }: ImportSet): string[] {
  return [dataset.name, scope, observedOn ?? ''].filter((part) => part !== '')
}

function joinCounts(counts: readonly ReaderCounts[]): ReaderCounts {
  const [{ dependencies }] = counts as readonly [ReaderCounts]
  assert(
    counts.every((one) => one.dependencies === dependencies),
    'files that are read apart depend on the same lists',
  )
  const sum = (of: (one: ReaderCounts) => number): number => counts.reduce((total, one) => total + of(one), 0)
  return {
    dependencies,
    unchanged: sum((one) => one.unchanged),
    rejected: sum((one) => one.rejected),
    rejectedWithoutKey: sum((one) => one.rejectedWithoutKey),
    sparedKeys: counts.flatMap((one) => one.sparedKeys),
    goneKeys: counts.flatMap((one) => one.goneKeys),
    skippedBy: sumByName(counts.map((one) => one.skippedBy)),
    missingBy: sumByName(counts.map((one) => one.missingBy)),
  }
}

function sumByName(tables: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const table of tables) for (const [name, count] of Object.entries(table)) sums[name] = (sums[name] ?? 0) + count
  return sums
}
