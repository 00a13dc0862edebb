import type { MonotonicClock, Timers } from './ports.ts'

export interface ChargeWatchPorts {
  readonly clock: MonotonicClock
  readonly timers: Timers
  /** What the server waits for, for a person. */
  step(): string
  /** Whether the writer has something under way. */
  isBusy(): boolean
  /** The server cannot charge, for this reason; undefined: it can again. */
  failing(detail: string | undefined): void
  /** Asks the writer for an empty batch: a server that is not ready gets no requests. */
  probe(): void
}

/** After this long without a decided charge, or with faults alone, the server is not ready. */
const FAILING_MS = 2_000
/** A fault so long after an empty batch was taken is another one. */
const PROBATION_MS = 10_000
/** After each probation that failed, the next empty batch waits twice as long. */
const RETRY_MIN_MS = 1_000
const RETRY_MAX_MS = 16_000

type State =
  | { readonly name: 'well' | 'stopped' }
  /** Faults alone: for less than two seconds, or longer. Then the server is not ready. */
  | { readonly name: 'faulty' | 'failing'; readonly sinceMs: number }
  /** The books have taken an empty batch since. */
  | { readonly name: 'probation'; readonly sinceMs: number; readonly atMs: number }

/**
 * Decides whether the server can charge, from what was asked and what was decided, and not from what the writer
 * believes of itself. It reports and takes no part: two writers of one incarnation would be worse than any silence.
 *
 * An empty batch that fits does not prove that a charge does: the disk may be full for the larger one. Then the server
 * is on probation: the next fault makes it fail at once, and only a decided charge ends the probation.
 */
export class ChargeWatch {
  readonly #ports: ChargeWatchPorts
  #state: State = { name: 'well' }
  /** The first charge that was asked since one was decided. */
  #askedAtMs: number | undefined
  #timer: 'none' | 'set' = 'none'
  #failedProbations = 0
  /** No empty batch is tried before. */
  #retryAtMs = 0

  constructor(ports: ChargeWatchPorts) {
    this.#ports = ports
  }

  /** Whether the writer is to try an empty batch: faults, and nothing better since, speak against the books. */
  get needsProbe(): boolean {
    return this.#hasFault && this.#retryAtMs <= this.#nowMs
  }

  get isFailing(): boolean {
    return this.#state.name === 'failing'
  }

  get #hasFault(): boolean {
    return this.#state.name === 'faulty' || this.isFailing
  }

  get #nowMs(): number {
    return this.#ports.clock.monotonicMs()
  }

  /** The server stops: nothing is reported any more. */
  stop(): void {
    this.#state = { name: 'stopped' }
  }

  noteAsked(): void {
    this.#askedAtMs ??= this.#nowMs
    this.#checkAfter(FAILING_MS)
  }

  /** A charge is in the books. */
  noteDecided(): void {
    this.#askedAtMs = undefined
    this.#failedProbations = 0
    this.#recover({ name: 'well' })
  }

  /** The books, or what is known of them, refuse a charge. It says nothing about a full disk. */
  noteRefused(): void {
    this.#askedAtMs = undefined
  }

  /** An empty batch is in the books. */
  noteTaken(): void {
    this.#askedAtMs = undefined
    const state = this.#state
    if (state.name === 'faulty' || state.name === 'failing')
      this.#recover({ name: 'probation', sinceMs: state.sinceMs, atMs: this.#nowMs })
  }

  #recover(to: State): void {
    const from = this.#state
    if (from.name === 'stopped') return
    this.#state = to
    if (from.name === 'failing') this.#ports.failing(undefined)
  }

  /** `atMs`: when it began. */
  noteFault(detail: string, atMs = this.#nowMs): void {
    const before = this.#state
    if (before.name === 'stopped') return
    let sinceMs = 'sinceMs' in before ? before.sinceMs : atMs
    if (before.name === 'probation') {
      if (before.atMs + PROBATION_MS <= this.#nowMs) sinceMs = atMs
      else this.#retryAtMs = this.#nowMs + Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** this.#failedProbations++)
    }
    const isFailing = sinceMs + FAILING_MS <= this.#nowMs
    this.#state = { name: isFailing ? 'failing' : 'faulty', sinceMs }
    if (!isFailing) return
    this.#ports.failing(detail)
    this.#ports.probe()
    this.#checkAfter(FAILING_MS)
  }

  #checkAfter(ms: number): void {
    if (this.#timer === 'set') return
    this.#timer = 'set'
    this.#ports.timers.after(ms, () => {
      this.#timer = 'none'
      if (this.#state.name === 'stopped') return
      // Its client has left, and nothing waits for it.
      if (!this.#ports.isBusy()) this.#askedAtMs = undefined
      const sinceMs = this.#askedAtMs ?? Number.POSITIVE_INFINITY
      const leftMs = sinceMs + FAILING_MS - this.#nowMs
      if (leftMs <= 0) this.noteFault(`no charge was decided; the server waits for ${this.#ports.step()}`, sinceMs)
      else if (this.#hasFault) this.#ports.probe()
      // Also while it fails: what it waits for may change.
      if (this.#askedAtMs !== undefined || this.#hasFault)
        this.#checkAfter(0 < leftMs ? Math.min(leftMs, FAILING_MS) : FAILING_MS)
    })
  }
}
