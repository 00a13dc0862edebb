import { Worker } from 'node:worker_threads'
import type { Concurrency, LimitTable } from '../access/limits/limits.ts'
import type { AccessSnapshot, Freshness } from '../access/view/view.ts'
import type { Log } from '../http/http.ts'
import { type Ledger, portsOf } from '../ledger/ledger.ts'
import type { Withdrawal } from '../release/release.ts'
import type { SharedRelease } from '../release/shared-release.ts'
import { END_MAX_MS, endThread } from '../stdx/end-thread.ts'
import { formatCount } from '../stdx/format-count.ts'
import { InputError } from '../stdx/input-error.ts'
import { monotonicClock } from '../stdx/monotonic-clock.ts'
import type { DetailsThreads } from './details-threads.ts'
import { type HeldThread, HeldThreads, LOOK_EVERY_MS } from './held-threads.ts'
import type { FromHttpThread, HttpSettings, HttpThreadStart, ToHttpThread } from './http-thread.ts'
import { PortProbe } from './port-probe.ts'
import type { RecentRequests } from './recent-requests.ts'
import type { RefusedRequest } from './refused-requests.ts'
import { ThreadSigns } from './thread-signs.ts'
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
  readonly refused: (request: RefusedRequest) => void
  readonly geoip: SharedArrayBuffer | undefined
  readonly details: Pick<DetailsThreads, 'prepare' | 'connect'>
  readonly access: () => AccessSnapshot
  readonly release: () => SharedRelease | undefined
  readonly withdrawals: () => readonly Withdrawal[]
  readonly log: Log
}

interface RunningThread {
  readonly worker: Worker
  readonly signs: ThreadSigns
  isListening: boolean
  /** The release that it answers from. */
  release: string | undefined
}

/** The pause before a thread that died is started again, in ms. */
const RESTART_MS = 500
/** A thread that could not open the release tries again after this time. */
const SEND_AGAIN_MS = 5_000
/** A thread that does not send its metrics in this time is busy or has ended. */
const METRICS_MS = 1_000
/** A thread gives its requests twelve seconds. */
const DRAINED_MAX_MS = 13_000

/**
 * The threads that answer requests. One that dies loses its requests: its concurrency slots are freed, the ledger
 * withdraws its charges that are not sealed, and another thread takes its place.
 */
export class HttpThreads {
  readonly #options: HttpThreadsOptions
  readonly #running = new Map<number, RunningThread>()
  readonly #metrics = new Map<number, (metrics: readonly object[]) => void>()
  readonly #signs: SharedArrayBuffer
  readonly #watch = new HeldThreads()
  #held: readonly HeldThread[] = []
  readonly #probe: PortProbe
  /** Why the port does not answer although threads move. */
  #mute: string | undefined
  #watching: NodeJS.Timeout | undefined
  #tickets = 0
  #state: 'serving' | 'draining' = 'serving'
  /** Since the start. */
  deaths = 0

  constructor(options: HttpThreadsOptions) {
    this.#options = options
    this.#signs = ThreadSigns.makeMemory(options.threads)
    this.#probe = new PortProbe({ port: options.port, host: options.settings.host })
  }

  /** Resolves when all of them listen. Messages sent meanwhile reach them too. */
  async start(): Promise<void> {
    enlargeYoungGeneration()
    this.#watching = setInterval(() => this.#look(), LOOK_EVERY_MS).unref()
    try {
      await Promise.all(Array.from({ length: this.#options.threads }, (_, thread) => this.#start(thread)))
    } catch (error) {
      await this.drain()
      throw error
    }
  }

  /** Why no thread answers; undefined if one does. */
  problem(): string | undefined {
    if (!this.#listening().some(([, { release }]) => release !== undefined)) return 'no thread answers from the release'
    return this.#areAllHeld() ? describeHeld(this.#held) : this.#mute
  }

  /** What is wrong although a thread answers. */
  degraded(): readonly string[] {
    const late = new Set([...this.#running.values()].flatMap(({ signs }) => signs.lateDetails))
    const details = [...late].map((country) => `the details of companies of ${country} are not read in time`)
    return this.#held.length === 0 || this.#areAllHeld() ? details : [describeHeld(this.#held), ...details]
  }

  #areAllHeld(): boolean {
    const held = new Set(this.#held.map(({ thread }) => thread))
    return this.#listening().every(([thread]) => held.has(thread))
  }

  /** A thread that takes the place of another answers nothing while it warms up. */
  #listening(): readonly [number, RunningThread][] {
    return [...this.#running].filter(([, { isListening }]) => isListening)
  }

  /** Whether every thread answers from this release. */
  allServe(release: string): boolean {
    return [...this.#running.values()].every((running) => running.release === release)
  }

  send(message: Exclude<ToHttpThread, { readonly kind: 'begin' | 'release' }>): void {
    for (const { worker } of this.#running.values()) worker.postMessage(message)
  }

  async serve(release: SharedRelease): Promise<void> {
    await this.#options.details.prepare(release)
    // Another one may have come meanwhile.
    if (this.#options.release() !== release) return
    for (const { worker } of this.#running.values()) this.#sendRelease(worker, release)
  }

  #sendRelease(worker: Worker, release: SharedRelease): void {
    const details = this.#options.details.connect(release)
    worker.postMessage({ kind: 'release', release, details } satisfies ToHttpThread, Object.values(details))
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
    clearInterval(this.#watching)
    this.#probe[Symbol.dispose]()
    const held = new Set(this.#held.map(({ thread }) => thread))
    const ends = [...this.#running].map(([thread, { worker }]) =>
      endThread(worker, {
        name: 'an http thread',
        warn: (text) => log.warn({}, text),
        maxMs: held.has(thread) ? END_MAX_MS : DRAINED_MAX_MS,
        ended: new Promise((resolve) => worker.once('exit', resolve)),
      }),
    )
    this.send({ kind: 'drain' })
    await Promise.all(ends)
  }

  /** Throws if the thread cannot be created; rejects if it ends before it listens. */
  #start(thread: number): Promise<void> {
    const { ledger, port, settings, limitTable, concurrency, freshness, recent, geoip, access, withdrawals } =
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
      signs: this.#signs,
    }
    const signs = new ThreadSigns(this.#signs, thread)
    signs.clear()
    const worker = createWorker(start)
    this.#begin(worker).catch((error) => {
      // The system has no thread to give. Another try comes later, as for a thread that died.
      this.#options.log.error({ err: error, thread }, 'cannot start a thread that reads details; retrying')
      void worker.terminate()
    })
    const running: RunningThread = { worker, signs, isListening: false, release: undefined }
    this.#running.set(thread, running)
    return new Promise((resolve, reject) => {
      worker.on('message', (message: FromHttpThread) => {
        if (message.kind === 'listening') {
          running.isListening = true
          resolve()
        }
        if (message.kind === 'failed') reject(new InputError(message.message))
        if (message.kind === 'serving') running.release = message.release
        if (message.kind === 'not_serving') this.#sendReleaseAgain(running)
        if (message.kind === 'origin_refused') this.#options.originRefused(message.origin)
        if (message.kind === 'refused') this.#options.refused(message.refused)
        if (message.kind === 'metrics') this.#receiveMetrics(message.ticket, message.metrics)
      })
      worker.on('error', (error) => this.#options.log.error({ err: error, thread }, 'an http thread has failed'))
      worker.once('exit', () => {
        reject(new Error('an http thread ended before it listened'))
        this.#replace(thread)
      })
    })
  }

  /** Books in memory are only opened for a thread that was created. */
  async #begin(worker: Worker): Promise<void> {
    const { release: current, details, ledger } = this.#options
    const before = current()
    if (before !== undefined) await details.prepare(before)
    const release = current()
    const first = release && { release, details: details.connect(release), rehearsal: ledger.inviteToRehearse() }
    const ports = first === undefined ? [] : [first.rehearsal.port, ...Object.values(first.details)]
    worker.postMessage({ kind: 'begin', first } satisfies ToHttpThread, ports)
  }

  /** A thread that is starting has no event loop yet. */
  #look(): void {
    const watched = new Map(this.#listening().map(([thread, { signs }]) => [thread, signs]))
    const before = new Set(this.#held.map(({ thread }) => thread))
    this.#held = this.#watch.look(watched, monotonicClock.monotonicMs())
    for (const { thread, step } of this.#held)
      if (!before.delete(thread))
        this.#options.log.error({ thread, step }, 'an http thread stands still; requests on its connections wait')
    for (const thread of before) this.#options.log.warn({ thread }, 'an http thread moves again, or has been replaced')
    // The connection may wait for a thread that is held, while others answer.
    const mute =
      watched.size === 0 || this.#held.length !== 0 ? undefined : this.#probe.look(monotonicClock.monotonicMs())
    if (mute !== undefined && this.#mute === undefined) this.#options.log.error({}, mute)
    if (mute === undefined && this.#mute !== undefined) this.#options.log.warn({}, 'the port answers connections again')
    this.#mute = mute
  }

  /** A thread may fail to open the release because too many files are open; later it may succeed. */
  #sendReleaseAgain({ worker }: RunningThread): void {
    setTimeout(() => {
      const release = this.#options.release()
      if (release !== undefined && this.#state === 'serving') this.#sendRelease(worker, release)
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

function describeHeld(held: readonly HeldThread[]): string {
  const steps = [...new Set(held.map(({ step }) => step))].join(', ')
  return `${formatCount(held.length, 'http thread')} stopped moving at the step: ${steps}`
}
