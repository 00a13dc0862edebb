import type { Signs } from '../ports.ts'

/** How often the delay of the event loop is measured. */
const TICK_MS = 25
/** Above this delay a new request would wait longer than a person keeps typing. */
const DELAY_MAX_MS = 150
/** One long turn counts by its share of this time: the machine may have been busy with something else. */
const REMEMBERED_MS = 1_000
/** Requests in progress in one thread. They wait for the books and take memory meanwhile. */
const IN_PROGRESS_MAX = 4_096

/** Decides when a thread rejects requests at once. In an overloaded thread, a rejection costs a tenth of an answer. */
export class LoadMonitor {
  readonly #monotonic: { monotonicMs(): number }
  readonly #signs: Pick<Signs, 'beat'> | undefined
  readonly #timer: NodeJS.Timeout
  #tickedMs: number
  /** A mean of the last delays, in which longer ones count more. */
  #delayMs = 0
  #longestDelayMs = 0
  #inProgress = 0

  constructor(monotonic: { monotonicMs(): number }, signs?: Pick<Signs, 'beat'>) {
    this.#monotonic = monotonic
    this.#signs = signs
    this.#tickedMs = monotonic.monotonicMs()
    this.#timer = setInterval(() => this.tick(), TICK_MS).unref()
  }

  tick(): void {
    this.#signs?.beat()
    const nowMs = this.#monotonic.monotonicMs()
    this.#longestDelayMs = Math.max(this.#longestDelayMs, nowMs - this.#tickedMs - TICK_MS)
    this.#delayMs = this.#delayAt(nowMs)
    // On time again: forget earlier delays quickly.
    if (nowMs < this.#tickedMs + TICK_MS + DELAY_MAX_MS) this.#delayMs /= 2
    this.#tickedMs = nowMs
  }

  get inProgress(): number {
    return this.#inProgress
  }

  /** After this, `leave` must follow. */
  enter(): void {
    this.#inProgress++
  }

  leave(): void {
    this.#inProgress--
  }

  isOverloaded(): boolean {
    return IN_PROGRESS_MAX <= this.#inProgress || DELAY_MAX_MS < this.#delayAt(this.#monotonic.monotonicMs())
  }

  /** Since the last call. `monitorEventLoopDelay` would wake an idle thread a hundred times a second. */
  takeLongestDelayMs(): number {
    const longestMs = this.#longestDelayMs
    this.#longestDelayMs = 0
    return longestMs
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #delayAt(nowMs: number): number {
    const delay = nowMs - this.#tickedMs - TICK_MS
    if (delay < DELAY_MAX_MS) return this.#delayMs
    return this.#delayMs + (delay - this.#delayMs) * Math.min(1, delay / REMEMBERED_MS)
  }
}
