import type { ChargeOutcome, ChargeRequest } from './charge.ts'
import type { Refusal } from './messages.ts'
import type { Note } from './ports.ts'

/** A charge as its client sees it, until it has an outcome. */
export class OpenCharge {
  readonly account: string
  readonly subject: ChargeRequest['subject']
  readonly units: number
  readonly requestId: string
  readonly ticket: number
  readonly deadlineMs: number
  readonly outcome: Promise<ChargeOutcome>
  /** The month that was charged. Undefined until the charge is durable. */
  month: { readonly period: string; readonly endsAtMs: number } | undefined
  /** Cancels the wait for more units of a charge that is durable. */
  refilling: (() => void) | undefined
  /** The note of a charge that failed while its batch was being written. */
  note: Note | undefined
  #settle!: (outcome: ChargeOutcome) => void
  #isSettled = false
  /** The client left while its batch was being written. */
  hasLeft = false

  constructor(request: ChargeRequest & { readonly ticket: number; readonly deadlineMs: number }) {
    this.account = request.account
    this.subject = request.subject
    this.units = request.units
    this.requestId = request.requestId
    this.ticket = request.ticket
    this.deadlineMs = request.deadlineMs
    this.outcome = new Promise((resolve) => {
      this.#settle = resolve
    })
  }

  get isSettled(): boolean {
    return this.#isSettled
  }

  /** Only the first outcome counts. */
  settle(outcome: ChargeOutcome): void {
    this.#isSettled = true
    this.#settle(outcome)
  }

  /** Settles a charge that is certainly not charged. */
  refuse(refusal: Refusal): void {
    this.settle(this.hasLeft ? { outcome: 'withdrawn' } : refusal)
  }

  resolveCharged(availableUnits: number): void {
    const { period, endsAtMs } = this.month!
    this.settle({ outcome: 'charged', period, endsAtMs, availableUnits })
  }
}
