import { Worker } from 'node:worker_threads'
import type { Log } from '../../http/http.ts'
import { ConsoleError } from './console-error.ts'
import type { ConsoleQuery } from './console-query.ts'
import type { ConsolePlace } from './console-sources.ts'
import type { FromConsoleThread } from './console-thread.ts'

export interface ConsoleReaderOptions extends Omit<ConsolePlace, 'statementMaxMs'> {
  /** From the request on, the wait for earlier queries included. */
  readonly deadlineMs: number
  readonly log: Log
}

interface PendingQuery {
  readonly query: ConsoleQuery
  readonly resolve: (json: string) => void
  readonly reject: (error: Error) => void
  deadline?: NodeJS.Timeout
}

/** A page asks for eight resources at once. More pages than this are refused. */
const WAITING_MAX = 64
/** The thread ends after this time without a query. */
const IDLE_MS = 60_000
/** A query that needs more memory ends its thread, and not the server. */
const HEAP_MAX_MB = 512

/**
 * Runs the console's queries in a thread of their own, one at a time, so that none delays a charge. A query that is
 * late is refused. If it is running, its thread is ended, and the next query starts another.
 */
export class ConsoleReader implements AsyncDisposable {
  readonly #options: ConsoleReaderOptions
  readonly #waiting: PendingQuery[] = []
  #running: PendingQuery | undefined
  #thread: Worker | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(options: ConsoleReaderOptions) {
    this.#options = options
  }

  /** Resolves to JSON text. Rejects with a ConsoleError. */
  read(query: ConsoleQuery): Promise<string> {
    if (WAITING_MAX <= this.#waiting.length)
      return Promise.reject(new ConsoleError('busy', 'Too many queries of the console are waiting. Try again later.'))
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const pending: PendingQuery = { query, resolve, reject }
    pending.deadline = setTimeout(() => this.#expire(pending), this.#options.deadlineMs)
    this.#waiting.push(pending)
    this.#runNext()
    return promise.finally(() => clearTimeout(pending.deadline))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new ConsoleError('unavailable', 'The server is stopping.')
    for (const { reject } of this.#waiting.splice(0)) reject(closed)
    this.#running?.reject(closed)
    this.#running = undefined
    await this.#endThread()
  }

  #runNext(): void {
    if (this.#running !== undefined) return
    this.#running = this.#waiting.shift()
    clearTimeout(this.#idle)
    if (this.#running !== undefined) this.#openThread().postMessage(this.#running.query)
    else this.#idle = setTimeout(() => void this.#endThread(), IDLE_MS).unref()
  }

  #openThread(): Worker {
    if (this.#thread !== undefined) return this.#thread
    const { data, databaseUrl, releases, deadlineMs } = this.#options
    const place: ConsolePlace = { data, databaseUrl, releases, statementMaxMs: deadlineMs }
    const thread = new Worker(new URL('./console-thread.ts', import.meta.url), {
      workerData: place,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MB },
    })
    this.#thread = thread
    thread.on('message', (message: FromConsoleThread) => {
      if (thread !== this.#thread) return
      const { resolve, reject } = this.#running!
      if (message.outcome === 'read') resolve(message.json)
      else reject(new ConsoleError(message.code, message.message))
      this.#running = undefined
      this.#runNext()
    })
    thread.on('error', (error) => {
      this.#options.log.error({ err: error }, 'a query of the console has failed')
    })
    thread.once('exit', () => {
      if (thread !== this.#thread) return
      this.#thread = undefined
      this.#running?.reject(new ConsoleError('unavailable', 'The query failed. The log of the server says why.'))
      this.#running = undefined
      this.#runNext()
    })
    return thread
  }

  #expire(pending: PendingQuery): void {
    pending.reject(
      new ConsoleError(
        'deadline_exceeded',
        `The query took longer than ${this.#options.deadlineMs / 1000} s and was stopped. Nothing was changed. Try again when the server has less to do.`,
      ),
    )
    const place = this.#waiting.indexOf(pending)
    if (place !== -1) this.#waiting.splice(place, 1)
    if (this.#running !== pending) return
    this.#running = undefined
    void this.#endThread()
    this.#runNext()
  }

  async #endThread(): Promise<void> {
    const thread = this.#thread
    this.#thread = undefined
    await thread?.terminate()
  }
}
