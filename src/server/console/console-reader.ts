import { Worker } from 'node:worker_threads'
import type { Log } from '../../http/http.ts'
import { endThread } from '../../stdx/end-thread.ts'
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
}

/** A page asks for eight resources at once. More pages than this are refused. */
const WAITING_MAX = 64
/** The thread ends after this time without a query. */
const IDLE_MS = 60_000
/** A query that needs more memory ends its thread, and not the server. */
const HEAP_MAX_MB = 512

/**
 * Runs the console's queries in a thread of their own, one at a time, so that none delays a charge. A query that is
 * late, or whose client has left, is stopped. If it is running, its thread is ended, and the next query starts another.
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

  /** Resolves to JSON text. Rejects with a ConsoleError. `gone`: the client has left, and the query is stopped. */
  read(query: ConsoleQuery, gone?: AbortSignal): Promise<string> {
    if (WAITING_MAX <= this.#waiting.length)
      return Promise.reject(new ConsoleError('busy', 'Too many queries of the console are waiting. Try again later.'))
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const pending = { query, resolve, reject }
    const expire = (): void => this.#stop(pending, describeDeadline(this.#options.deadlineMs))
    const leave = (): void => this.#stop(pending, new ConsoleError('unavailable', 'The client has left.'))
    const deadline = setTimeout(expire, this.#options.deadlineMs)
    gone?.addEventListener('abort', leave, { once: true })
    this.#waiting.push(pending)
    this.#runNext()
    return promise.finally(() => {
      clearTimeout(deadline)
      gone?.removeEventListener('abort', leave)
    })
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
    clearTimeout(this.#idle)
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      try {
        this.#openThread().postMessage(next.query)
        this.#running = next
        return
      } catch (error) {
        // The system has no thread to give, or no memory for one.
        this.#options.log.error({ err: error }, 'the server cannot start a thread for the console')
        next.reject(new ConsoleError('unavailable', 'The server cannot start a thread for the query. Try again later.'))
      }
    }
    this.#idle = setTimeout(() => void this.#endThread(), IDLE_MS).unref()
  }

  #openThread(): Worker {
    if (this.#thread !== undefined) return this.#thread
    const { data, databaseUrl, releases, deadlineMs } = this.#options
    const place: ConsolePlace = { data, databaseUrl, releases, statementMaxMs: deadlineMs }
    const thread = new Worker(new URL('./console-thread.ts', import.meta.url), {
      name: 'console',
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

  #stop(pending: PendingQuery, why: ConsoleError): void {
    pending.reject(why)
    const place = this.#waiting.indexOf(pending)
    if (place !== -1) this.#waiting.splice(place, 1)
    if (this.#running !== pending) return
    this.#running = undefined
    void this.#endThread()
    // A page that is closed leaves several queries at once. They must not start a thread each.
    setImmediate(() => this.#runNext())
  }

  async #endThread(): Promise<void> {
    const thread = this.#thread
    this.#thread = undefined
    if (thread === undefined) return
    const warn = (text: string): void => this.#options.log.warn({}, text)
    await endThread(thread, { name: 'the thread that reads for the console', warn })
  }
}

function describeDeadline(deadlineMs: number): ConsoleError {
  return new ConsoleError(
    'deadline_exceeded',
    `The query took longer than ${deadlineMs / 1000} s and was stopped. Nothing was changed. Try again when the server has less to do.`,
  )
}
