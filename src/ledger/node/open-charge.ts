import type { ChargeOutcome, ChargeRequest } from './ledger-client.ts'
import type { Refusal } from './messages.ts'
import type { VoidIntent } from './ports.ts'

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
  /** It is durable and waits until more units are prepared. Cancels the end of that. */
  refilling: (() => void) | undefined
  /** It failed while its batch was under way. */
  note: VoidIntent | undefined
  #settle!: (outcome: ChargeOutcome) => void
  #isSettled = false
  /** Its client has left while its batch was under way. */
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

  /** The first outcome is the outcome. */
  settle(outcome: ChargeOutcome): void {
    this.#isSettled = true
    this.#settle(outcome)
  }

  /** It is certainly not charged. */
  notCharged(refusal: Refusal): void {
    this.settle(this.hasLeft ? { outcome: 'withdrawn' } : refusal)
  }

  charged(availableUnits: number): void {
    const { period, endsAtMs } = this.month!
    this.settle({ outcome: 'charged', period, endsAtMs, availableUnits })
  }
}
