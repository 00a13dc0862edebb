import type { ChargeOutcome, ChargeRequest, Refusal } from './charge.ts'

/** A charge as its client sees it, until it has an outcome. */
export class OpenCharge {
  readonly request: ChargeRequest
  readonly ticket: number
  readonly deadlineMs: number
  readonly outcome: Promise<ChargeOutcome>
  /** The client left while its batch was being written. */
  hasLeft = false
  #settle!: (outcome: ChargeOutcome) => void
  #isSettled = false

  constructor(request: ChargeRequest, ticket: number, deadlineMs: number) {
    this.request = request
    this.ticket = ticket
    this.deadlineMs = deadlineMs
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
}
