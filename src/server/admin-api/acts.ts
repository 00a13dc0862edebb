import { Worker } from 'node:worker_threads'
import { type AdminAnswer, type AdminCall, answerFault, faultOf } from '../../http/admin/admin.ts'
import type { Log } from '../../http/http.ts'
import { END_MAX_MS, endThread, settlesWithin } from '../../stdx/end-thread.ts'
import { monotonicClock } from '../../stdx/monotonic-clock.ts'
import type { ActsPlace, FromActsThread, ToActsThread } from './acts-thread.ts'

/** More acts than this wait for nothing that a person would wait for. */
const WAITING_MAX = 256
/** Longer than most statements take. An act that has not begun by then is not begun. */
const ANSWER_MAX_MS = 15_000

/**
 * Carries out acts of operators in a thread of their own, which is ended only when the server stops, two seconds after
 * the last requests. An act without an answer is unknown, and its repetition finds out.
 */
export class Acts implements AsyncDisposable {
  readonly #options: ActsPlace & { readonly log: Log; readonly answerMaxMs?: number }
  readonly #waiting = new Map<number, { readonly call: AdminCall; readonly resolve: (answer: AdminAnswer) => void }>()
  /** The thread has not answered them, whether somebody waits or not. */
  readonly #underWay = new Set<number>()
  #idle = Promise.withResolvers<void>()
  #thread: Worker | undefined
  #numbers = 0
  #state: 'open' | 'draining' = 'open'

  constructor(options: ActsPlace & { readonly log: Log; readonly answerMaxMs?: number }) {
    this.#options = options
  }

  async run(call: AdminCall): Promise<AdminAnswer> {
    const thread = this.#threadFor(call)
    if (thread === undefined) return answerFault(faultOf('unavailable', { retryAfterSeconds: 1 }), call)
    const { promise, resolve } = Promise.withResolvers<AdminAnswer>()
    const number = ++this.#numbers
    this.#waiting.set(number, { call, resolve })
    this.#underWay.add(number)
    const { answerMaxMs = ANSWER_MAX_MS } = this.#options
    const untilMs = monotonicClock.monotonicMs() + answerMaxMs
    thread.postMessage({ number, call, untilMs } satisfies ToActsThread)
    const late = setTimeout(() => this.#answer(number, answerFault(UNKNOWN, call)), answerMaxMs)
    return await promise.finally(() => clearTimeout(late))
  }

  /** Takes no more acts, and resolves when those that have begun are answered, or after two seconds. */
  async drain(): Promise<void> {
    this.#state = 'draining'
    if (this.#underWay.size !== 0) await settlesWithin(this.#idle.promise, END_MAX_MS)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const thread = this.#thread
    this.#thread = undefined
    this.#loseAll()
    const warn = (text: string): void => this.#options.log.warn({}, text)
    if (thread !== undefined) await endThread(thread, { name: 'the thread of acts', warn })
  }

  /** Undefined: this act cannot be carried out now. */
  #threadFor(call: AdminCall): Worker | undefined {
    if (this.#state === 'draining' || WAITING_MAX <= this.#underWay.size) return undefined
    try {
      return this.#openThread()
    } catch (error) {
      // The system has no thread to give, or no memory for one.
      this.#options.log.error({ err: error, request: call.requestId }, 'the server cannot start the thread of acts')
      return undefined
    }
  }

  #openThread(): Worker {
    if (this.#thread !== undefined) return this.#thread
    const { data, databaseUrl, log } = this.#options
    const workerData: ActsPlace = { data, databaseUrl }
    const thread = new Worker(new URL('./acts-thread.ts', import.meta.url), { name: 'acts', workerData })
    this.#thread = thread
    thread.on('message', ({ number, answer }: FromActsThread) => {
      this.#answer(number, answer)
      this.#end(number)
    })
    thread.on('error', (error) => log.error({ err: error }, 'an act of an operator has failed'))
    thread.once('exit', () => {
      if (thread !== this.#thread) return
      this.#thread = undefined
      this.#loseAll()
    })
    return thread
  }

  #answer(number: number, answer: AdminAnswer): void {
    this.#waiting.get(number)?.resolve(answer)
    this.#waiting.delete(number)
  }

  #end(number: number): void {
    this.#underWay.delete(number)
    if (this.#underWay.size !== 0) return
    this.#idle.resolve()
    this.#idle = Promise.withResolvers<void>()
  }

  #loseAll(): void {
    for (const [number, { call }] of this.#waiting) this.#answer(number, answerFault(UNKNOWN, call))
    for (const number of this.#underWay) this.#end(number)
  }
}

const UNKNOWN = faultOf('outcome_unknown', { retryAfterSeconds: 1 })
