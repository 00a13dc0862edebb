import type { Refusal } from './charge.ts'
import type { ChargeTickets } from './charge-tickets.ts'
import type { KnownRefusal, ToClient } from './messages.ts'

/** The month that was charged. */
export interface ChargedMonth {
  readonly period: string
  readonly endsAtMs: number
}

/** What the ledger sends to one client. Charges that settle together go in one message. */
export class Connection {
  readonly tickets: ChargeTickets
  readonly #deliver: (message: ToClient) => void
  #charged: number[] = []
  #month: ChargedMonth | undefined
  #state: 'open' | 'ended' = 'open'

  constructor(tickets: ChargeTickets, deliver: (message: ToClient) => void) {
    this.tickets = tickets
    this.#deliver = deliver
  }

  get isOpen(): boolean {
    return this.#state === 'open'
  }

  end(): void {
    this.#state = 'ended'
  }

  send(message: ToClient): void {
    if (this.isOpen) this.#deliver(message)
  }

  sendCharged(ticket: number, availableUnits: number, month: ChargedMonth): void {
    if (this.#month?.endsAtMs !== month.endsAtMs) this.#flush()
    this.#month = month
    // Sent before this thread can begin another commit, which may take long.
    if (this.#charged.length === 0) queueMicrotask(() => this.#flush())
    this.#charged.push(ticket, availableUnits)
  }

  sendRefused(ticket: number, refusal: Refusal, known?: KnownRefusal): void {
    this.send({ kind: 'refused', ticket, refusal, known })
  }

  #flush(): void {
    if (this.#charged.length === 0) return
    const { period, endsAtMs } = this.#month!
    this.send({ kind: 'charged', period, endsAtMs, charges: this.#charged })
    this.#charged = []
  }
}
