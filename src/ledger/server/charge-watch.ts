import type { MonotonicClock, Timers } from './ports.ts'

export interface ChargeWatchPorts {
  readonly clock: MonotonicClock
  readonly timers: Timers
  /** What the server waits for, for a person. */
  step(): string
  /** Whether charges wait for the numbers of their subjects: an empty batch would say nothing about them. */
  isNumbering(): boolean
  /** The server cannot charge, for this reason; undefined: it can again. */
  failing(detail: string | undefined): void
  /** Asks the writer for an empty batch: a server that is not ready gets no requests. */
  probe(): void
}

/** After this long without a decided charge, or with faults alone, the server is not ready. */
const FAILING_MS = 2_000

/**
 * Decides whether the server can charge, from what was asked and what was decided, and not from what the writer
 * believes of itself. It reports and takes no part: two writers of one incarnation would be worse than any silence.
 *
 * An empty batch that fits does not prove that a charge does: the disk may be full for the larger one. Then the server
 * is on probation: the next fault makes it fail at once, and only a decided charge ends the probation.
 */
export class ChargeWatch {
  readonly #ports: ChargeWatchPorts
  /** The first charge that was asked since one was decided. */
  #askedAtMs: number | undefined
  #faultAtMs: number | undefined
  #isOnProbation = false
  #isReported = false
  #isTimed = false

  constructor(ports: ChargeWatchPorts) {
    this.#ports = ports
  }

  /** Whether the writer is to try an empty batch: faults, and nothing better since, speak against the books. */
  get needsProbe(): boolean {
    return this.#hasFault && !this.#ports.isNumbering()
  }

  get #hasFault(): boolean {
    return this.#faultAtMs !== undefined && !this.#isOnProbation
  }

  get isFailing(): boolean {
    return this.#hasFault && this.#faultAtMs! + FAILING_MS <= this.#ports.clock.monotonicMs()
  }

  noteAsked(): void {
    this.#askedAtMs ??= this.#ports.clock.monotonicMs()
    if (!this.#isTimed) this.#checkAfter(FAILING_MS)
  }

  /** A charge is in the books. */
  noteDecided(): void {
    this.#askedAtMs = undefined
    this.#faultAtMs = undefined
    this.#clear()
  }

  /** The books, or what is known of them, refuse a charge. It says nothing about a full disk. */
  noteRefused(): void {
    this.#askedAtMs = undefined
  }

  /** An empty batch is in the books. */
  noteTaken(): void {
    this.#askedAtMs = undefined
    this.#clear()
    this.#isOnProbation = this.#faultAtMs !== undefined
  }

  /** `atMs`: when it began. */
  noteFault(detail: string, atMs = this.#ports.clock.monotonicMs()): void {
    this.#faultAtMs ??= atMs
    this.#isOnProbation = false
    if (!this.isFailing) return
    this.#isReported = true
    this.#ports.failing(detail)
    this.#ports.probe()
    if (!this.#isTimed) this.#checkAfter(FAILING_MS)
  }

  #checkAfter(ms: number): void {
    this.#isTimed = true
    this.#ports.timers.after(ms, () => {
      this.#isTimed = false
      const sinceMs = this.#askedAtMs ?? Number.POSITIVE_INFINITY
      const leftMs = sinceMs + FAILING_MS - this.#ports.clock.monotonicMs()
      if (leftMs <= 0) this.noteFault(`no charge was decided; the server waits for ${this.#ports.step()}`, sinceMs)
      else if (this.#hasFault) this.#ports.probe()
      // Also while it fails: what it waits for may change.
      if (!this.#isTimed && (this.#askedAtMs !== undefined || this.#hasFault))
        this.#checkAfter(0 < leftMs ? Math.min(leftMs, FAILING_MS) : FAILING_MS)
    })
  }

  #clear(): void {
    this.#isOnProbation = false
    if (!this.#isReported) return
    this.#isReported = false
    this.#ports.failing(undefined)
  }
}
