import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type { Log } from '../http/http.ts'
import type { Country } from '../records/country.ts'
import { detailFiles, type SharedRelease } from '../release/shared-release.ts'
import { END_MAX_MS, endThread } from '../stdx/end-thread.ts'
import { limitYoungGeneration } from '../stdx/young-generation.ts'
import type { DetailsThreadStart, FromDetailsThread, ToDetailsThread } from './details-thread.ts'

/** One for each country of which the release has companies. */
export type DetailPorts = Readonly<Partial<Record<Country, MessagePort>>>

export interface DetailsThreadsOptions {
  readonly log: Log
  /** A thread has failed. The http threads need to connect again. */
  readonly lost: () => void
  /** How long the end of each thread is waited for. */
  readonly endMs?: number
}

const RESTART_MS = 500
/** A release does not wait longer for its threads. */
const START_MAX_MS = 5_000
const DETAILS_HEAP = limitYoungGeneration(1)

interface DetailsThread {
  readonly worker: Worker
  /** Resolves when it runs, has ended before, or takes too long. */
  readonly running: Promise<void>
}

/**
 * The threads that read details: one for each country of a release, so that a volume that hangs holds nothing else.
 * The next release has threads of its own. Those of the previous one end when no http thread uses them any more.
 */
export class DetailsThreads implements AsyncDisposable {
  readonly #options: DetailsThreadsOptions
  #current: { readonly release: SharedRelease; readonly threads: ReadonlyMap<Country, DetailsThread> } | undefined
  readonly #running = new Set<Worker>()
  #isClosed = false

  constructor(options: DetailsThreadsOptions) {
    this.#options = options
  }

  /** Starts the threads of this release, so that no request waits for their start. */
  async prepare(release: SharedRelease): Promise<void> {
    await Promise.all([...this.#threadsOf(release).values()].map(({ running }) => running))
  }

  /** Ports for an http thread that is about to serve this release. A country without a thread has none. */
  connect(release: SharedRelease): DetailPorts {
    const entries = [...this.#threadsOf(release)].map(([country, { worker }]) => {
      const { port1, port2 } = new MessageChannel()
      worker.postMessage({ kind: 'connect', port: port2 } satisfies ToDetailsThread, [port2])
      return [country, port1] as const
    })
    return Object.fromEntries(entries)
  }

  #threadsOf(release: SharedRelease): ReadonlyMap<Country, DetailsThread> {
    if (this.#current?.release === release) return this.#current.threads
    this.#retire()
    const threads = new Map([...detailFiles(release)].map(([country, path]) => [country, this.#start({ path })]))
    this.#current = { release, threads }
    return threads
  }

  #retire(): void {
    for (const { worker } of this.#current?.threads.values() ?? [])
      worker.postMessage({ kind: 'retire' } satisfies ToDetailsThread)
    this.#current = undefined
  }

  #start(workerData: DetailsThreadStart): DetailsThread {
    const file = new URL('./details-thread.ts', import.meta.url)
    const worker = new Worker(file, { name: 'details', workerData, resourceLimits: DETAILS_HEAP })
    const { promise: running, resolve } = Promise.withResolvers<void>()
    const thread = { worker, running }
    this.#running.add(worker)
    setTimeout(resolve, START_MAX_MS).unref()
    worker.once('message', (_: FromDetailsThread) => resolve())
    worker.on('error', (error) => this.#options.log.error({ err: error }, 'a thread that reads details has failed'))
    worker.once('exit', () => {
      resolve()
      this.#running.delete(worker)
      if (![...(this.#current?.threads.values() ?? [])].includes(thread) || this.#isClosed) return
      this.#retire()
      setTimeout(this.#options.lost, RESTART_MS).unref()
    })
    return thread
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    const { log, endMs = END_MAX_MS } = this.#options
    const warn = (text: string): void => log.warn({}, text)
    const ends = [...this.#running].map((thread) =>
      endThread(thread, { name: 'a thread that reads details', warn, maxMs: endMs }),
    )
    await Promise.all(ends)
  }
}
