import type { Month } from '../calendar.ts'
import type { ChargeTickets } from './charge-tickets.ts'
import { type KnownRefusal, REFILLING, type Refusal, type ToClient } from './messages.ts'

/** The bookkeeper's side of the channel to one client. Results of one moment go in one message. */
export class Connection {
  readonly tickets: ChargeTickets
  readonly #deliver: (message: ToClient) => void
  #charged: number[] = []
  #released: number[] = []
  #month: Month | undefined
  #isScheduled = false
  #state: 'open' | 'gone' = 'open'

  constructor(tickets: ChargeTickets, deliver: (message: ToClient) => void) {
    this.tickets = tickets
    this.#deliver = deliver
  }

  get isOpen(): boolean {
    return this.#state === 'open'
  }

  end(): void {
    this.#state = 'gone'
  }

  send(message: ToClient): void {
    if (this.isOpen) this.#deliver(message)
  }

  charged(ticket: number, available: number | 'refilling', month: Month): void {
    if (this.#month?.endsAtMs !== month.endsAtMs) this.#flush()
    this.#month = month
    this.#charged.push(ticket, available === 'refilling' ? REFILLING : available)
    this.#schedule()
  }

  refilled(ticket: number, availableUnits: number): void {
    this.#flush()
    this.send({ kind: 'refilled', ticket, availableUnits })
  }

  refused(ticket: number, refusal: Refusal, known?: KnownRefusal): void {
    this.send({ kind: 'refused', tickets: [ticket], refusal, known })
  }

  released(ticket: number): void {
    this.#released.push(ticket)
    this.#schedule()
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    // Before this thread can begin another commit, which may take long.
    queueMicrotask(() => {
      this.#isScheduled = false
      this.#flush()
    })
  }

  #flush(): void {
    const [charges, tickets] = [this.#charged, this.#released]
    this.#charged = []
    this.#released = []
    if (0 < charges.length) {
      const { period, endsAtMs } = this.#month!
      this.send({ kind: 'charged', period, endsAtMs, charges })
    }
    if (0 < tickets.length) this.send({ kind: 'released', tickets })
  }
}
