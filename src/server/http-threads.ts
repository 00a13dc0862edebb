import { Worker } from 'node:worker_threads'
import type { Concurrency, LimitTable } from '../access/limits/limits.ts'
import type { AccessSnapshot, Freshness } from '../access/view/view.ts'
import type { Log } from '../http/http.ts'
import { type Ledger, portsOf } from '../ledger/ledger.ts'
import type { Withdrawal } from '../release/release.ts'
import type { SharedRelease } from '../release/shared-release.ts'
import { endThread } from '../stdx/end-thread.ts'
import { InputError } from '../stdx/input-error.ts'
import type { FromHttpThread, HttpSettings, HttpThreadStart, ToHttpThread } from './http-thread.ts'
import type { RecentRequests } from './recent-requests.ts'
import { enlargeYoungGeneration, HTTP_HEAP } from './young-generation.ts'

export interface HttpThreadsOptions {
  readonly threads: number
  readonly port: number
  readonly settings: HttpSettings
  readonly ledger: Ledger
  readonly limitTable: LimitTable
  readonly concurrency: Concurrency
  readonly freshness: Freshness
  readonly recent: RecentRequests
  readonly originRefused: (origin: string) => void
  readonly geoip: SharedArrayBuffer | undefined
  readonly access: () => AccessSnapshot
  readonly release: () => SharedRelease | undefined
  readonly withdrawals: () => readonly Withdrawal[]
  readonly log: Log
}

interface RunningThread {
  readonly worker: Worker
  /** The release that it answers from. */
  release: string | undefined
}

/** The pause before a thread that died is started again, in ms. */
const RESTART_MS = 500
/** A thread that could not open the release tries again after this time. */
const SEND_AGAIN_MS = 5_000
/** A thread that does not send its metrics in this time is busy or has ended. */
const METRICS_MS = 1_000
/** A thread gives its requests twelve seconds. Only one that is held in a system call needs longer. */
const DRAINED_MAX_MS = 20_000

/**
 * The threads that answer requests. One that dies loses its requests: its concurrency slots are freed, the ledger
 * withdraws its charges that are not sealed, and another thread takes its place.
 */
export class HttpThreads {
  readonly #options: HttpThreadsOptions
  readonly #running = new Map<number, RunningThread>()
  readonly #metrics = new Map<number, (metrics: readonly object[]) => void>()
  #tickets = 0
  #state: 'serving' | 'draining' = 'serving'
  /** Since the start. */
  deaths = 0

  constructor(options: HttpThreadsOptions) {
    this.#options = options
  }

  /** Resolves when all of them listen. Messages sent meanwhile reach them too. */
  async start(): Promise<void> {
    enlargeYoungGeneration()
    try {
      await Promise.all(Array.from({ length: this.#options.threads }, (_, thread) => this.#start(thread)))
    } catch (error) {
      await this.drain()
      throw error
    }
  }

  /** Whether a thread answers from any release. */
  get isServing(): boolean {
    return [...this.#running.values()].some(({ release }) => release !== undefined)
  }

  /** Whether every thread answers from this release. */
  allServe(release: string): boolean {
    return [...this.#running.values()].every((running) => running.release === release)
  }

  send(message: ToHttpThread): void {
    for (const { worker } of this.#running.values()) worker.postMessage(message)
  }

  /** A list of metrics for each thread that answers in time. */
  async metrics(): Promise<readonly (readonly object[])[]> {
    const answers = [...this.#running.values()].map(({ worker }) => {
      const ticket = ++this.#tickets
      const received = Promise.withResolvers<readonly object[]>()
      this.#metrics.set(ticket, received.resolve)
      const late = setTimeout(() => this.#receiveMetrics(ticket, []), METRICS_MS)
      worker.postMessage({ kind: 'metrics', ticket } satisfies ToHttpThread)
      return received.promise.finally(() => clearTimeout(late))
    })
    return (await Promise.all(answers)).filter((metrics) => 0 < metrics.length)
  }

  /** Accepts no more requests, and resolves when those that have begun are answered. */
  async drain(): Promise<void> {
    this.#state = 'draining'
    const { log } = this.#options
    const ends = [...this.#running.values()].map(({ worker }) =>
      endThread(worker, {
        name: 'an http thread',
        warn: (text) => log.warn({}, text),
        maxMs: DRAINED_MAX_MS,
        ended: new Promise((resolve) => worker.once('exit', resolve)),
      }),
    )
    this.send({ kind: 'drain' })
    await Promise.all(ends)
  }

  /** Throws if the thread cannot be created; rejects if it ends before it listens. */
  #start(thread: number): Promise<void> {
    const { ledger, port, settings, limitTable, concurrency, freshness, recent, geoip, access, release, withdrawals } =
      this.#options
    const invitation = ledger.invite()
    const start: HttpThreadStart = {
      thread,
      port,
      settings,
      invitation,
      geoip,
      access: access(),
      withdrawals: withdrawals(),
      listening: this.#options.threads === 1 ? 'alone' : 'shared',
      limitTable: limitTable.memory,
      concurrency: concurrency.memory,
      freshness: freshness.memory,
      recent: recent.memory,
    }
    const worker = createWorker(start)
    begin(worker, release(), ledger)
    const running: RunningThread = { worker, release: undefined }
    this.#running.set(thread, running)
    return new Promise((resolve, reject) => {
      worker.on('message', (message: FromHttpThread) => {
        if (message.kind === 'listening') resolve()
        if (message.kind === 'failed') reject(new InputError(message.message))
        if (message.kind === 'serving') running.release = message.release
        if (message.kind === 'not_serving') this.#sendReleaseAgain(running)
        if (message.kind === 'origin_refused') this.#options.originRefused(message.origin)
        if (message.kind === 'metrics') this.#receiveMetrics(message.ticket, message.metrics)
      })
      worker.on('error', (error) => this.#options.log.error({ err: error, thread }, 'an http thread has failed'))
      worker.once('exit', () => {
        reject(new Error('an http thread ended before it listened'))
        this.#replace(thread)
      })
    })
  }

  /** A thread may fail to open the release because too many files are open; later it may succeed. */
  #sendReleaseAgain({ worker }: RunningThread): void {
    setTimeout(() => {
      const release = this.#options.release()
      if (release !== undefined) worker.postMessage({ kind: 'release', release } satisfies ToHttpThread)
    }, SEND_AGAIN_MS).unref()
  }

  #replace(thread: number): void {
    this.#running.delete(thread)
    // Its requests have ended. The ledger sees its port closed and withdraws its charges that are not sealed.
    this.#options.concurrency.forget(thread)
    if (this.#state === 'draining') return
    this.deaths++
    this.#startLater(thread)
  }

  #startLater(thread: number): void {
    const logFailure = (error: unknown): void =>
      this.#options.log.error({ err: error, thread }, 'cannot start an http thread; retrying')
    setTimeout(() => {
      if (this.#state === 'draining') return
      try {
        // A thread that ends before it listens is started again like one that dies.
        this.#start(thread).catch(logFailure)
      } catch (error) {
        logFailure(error)
        this.#startLater(thread)
      }
    }, RESTART_MS)
  }

  #receiveMetrics(ticket: number, metrics: readonly object[]): void {
    this.#metrics.get(ticket)?.(metrics)
    this.#metrics.delete(ticket)
  }
}

function createWorker(start: HttpThreadStart): Worker {
  const transferList = portsOf(start.invitation)
  try {
    const file = new URL('./http-thread.ts', import.meta.url)
    return new Worker(file, { name: 'http', workerData: start, transferList, resourceLimits: HTTP_HEAP })
  } catch (error) {
    // The threads of the ledger would keep the other ends.
    for (const port of transferList) port.close()
    throw error
  }
}

/** Books in memory are only opened for a thread that was created. */
function begin(worker: Worker, release: SharedRelease | undefined, ledger: Ledger): void {
  const first = release && { release, rehearsal: ledger.inviteToRehearse() }
  worker.postMessage({ kind: 'begin', first } satisfies ToHttpThread, first ? [first.rehearsal.port] : [])
}
