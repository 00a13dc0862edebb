import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { DetailRows, type StoredDetail } from '../release/detail-rows.ts'

export interface DetailsThreadStart {
  /** The file of details. It never changes. */
  readonly path: string
}

/** `connect`: an http thread asks on this port. `retire`: the thread ends with the last of its ports. */
export type ToDetailsThread = { readonly kind: 'connect'; readonly port: MessagePort } | { readonly kind: 'retire' }

/** The thread runs. It has not touched the file, which may hang. */
export type FromDetailsThread = 'running'

export interface AskedDetails {
  readonly ticket: number
  readonly ico: string
}

export interface ReadDetails {
  readonly ticket: number
  /** A text: why the file cannot be read. */
  readonly rows: readonly StoredDetail[] | string
}

// A thread that reads the details of one country and release. Only it stands still if their volume does.
const { path } = workerData as DetailsThreadStart
const parent = parentPort!
const ports = new Set<MessagePort>()
let rows: DetailRows | undefined
let isRetired = false

parent.on('message', (message: ToDetailsThread) => {
  if (message.kind === 'connect') return connect(message.port)
  isRetired = true
  endIfUnused()
})
parent.postMessage('running' satisfies FromDetailsThread)

function connect(port: MessagePort): void {
  ports.add(port)
  port.on('message', ({ ticket, ico }: AskedDetails) => {
    port.postMessage({ ticket, rows: read(ico) } satisfies ReadDetails)
  })
  port.once('close', () => {
    ports.delete(port)
    endIfUnused()
  })
}

/** A file that cannot be opened is tried again at the next request. */
function read(ico: string): ReadDetails['rows'] {
  try {
    return (rows ??= new DetailRows(path)).byIco(ico)
  } catch (error) {
    return String(error)
  }
}

function endIfUnused(): void {
  if (!isRetired || ports.size !== 0) return
  rows?.close()
  parent.close()
}
