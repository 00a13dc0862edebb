// The thread that reads the files of one import set; the main thread writes what it finds into the catalog.
import { parentPort, workerData } from 'node:worker_threads'
import { KnownRows, type ReaderCounts, type RecordBatch } from '../catalog/catalog.ts'
import { type ImportSet, REGISTRIES, type Reject } from '../registries/registries.ts'
import { assert } from '../stdx/assert.ts'
import { InputError } from '../stdx/input-error.ts'
import { BatchSink, type ReadProgress } from './batch-sink.ts'

export interface ReaderTask {
  readonly registry: string
  readonly set: ImportSet
  readonly known: SharedArrayBuffer | undefined
  readonly dependenciesBefore: string | undefined
}

export type ReaderMessage =
  /** What follows is of this file of the set. */
  | { readonly type: 'file'; readonly file: number }
  | { readonly type: 'batch'; readonly batch: RecordBatch }
  | { readonly type: 'rejects'; readonly rejects: Reject[] }
  | ({ readonly type: 'progress' } & ReadProgress)
  | { readonly type: 'done'; readonly counts: ReaderCounts }
  /** The fault of the files, for the operator. Any other failure ends the thread with its error. */
  | { readonly type: 'refused'; readonly message: string }

/** Batches on their way: more would only pile up in memory. */
const BATCHES_AHEAD_MAX = 6

const port = parentPort
assert(port !== null, 'the import reader runs as a worker thread')
const task = workerData as ReaderTask
const send = (message: ReaderMessage): void => port.postMessage(message)

let ahead = 0
let caughtUp: (() => void) | undefined
port.on('message', () => {
  ahead -= 1
  if (ahead < BATCHES_AHEAD_MAX) caughtUp?.()
})

const sink = new BatchSink(
  task.set,
  {
    rows: task.known === undefined ? undefined : new KnownRows(task.known),
    dependenciesBefore: task.dependenciesBefore,
  },
  {
    file: (file) => send({ type: 'file', file }),
    batch(batch) {
      ahead += 1
      send({ type: 'batch', batch })
    },
    rejects: (rejects) => send({ type: 'rejects', rejects }),
    progress: (progress) => send({ type: 'progress', ...progress }),
    async drained() {
      while (BATCHES_AHEAD_MAX <= ahead) await new Promise<void>((resolve) => (caughtUp = resolve))
    },
  },
)

const registry = REGISTRIES.find((one) => one.name === task.registry)
assert(registry !== undefined, 'the command line checked the name')
try {
  await registry.read(task.set, sink)
  send({ type: 'done', counts: sink.end() })
} catch (error) {
  if (!(error instanceof InputError)) throw error
  send({ type: 'refused', message: error.message })
} finally {
  port.close()
}
