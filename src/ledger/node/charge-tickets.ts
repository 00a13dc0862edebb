/**
 * The states of one client's charges, in memory that the client shares with the books thread. Each side changes a state
 * by one compare-and-exchange, so a race has one winner and no side waits for the other:
 *
 *     pending ──▶ withdrawn          by the client: the charge is certainly not written
 *     pending ──▶ sealed ──▶ settled by the books: its batch is sent; its batch is durable, and the charge stands
 *                 sealed ──▶ failed  by the client: its deadline has passed; if the line is written, it is made void
 *                 sealed ──▶ pending by the books: the batch is certainly not written
 *                 sealed ──▶ left    by the client: withdrawn if the batch is certainly not written, else as sealed
 *
 * A ticket belongs to its charge until the books have sent the result; only then the client uses it again.
 */
export class ChargeTickets {
  readonly memory: SharedArrayBuffer
  readonly count: number
  readonly #states: Int32Array
  readonly #seqs: Float64Array

  static create(count = TICKETS): ChargeTickets {
    return new ChargeTickets(new SharedArrayBuffer(count * TICKET_BYTES))
  }

  constructor(memory: SharedArrayBuffer) {
    this.memory = memory
    this.count = memory.byteLength / TICKET_BYTES
    this.#seqs = new Float64Array(memory, 0, this.count)
    this.#states = new Int32Array(memory, this.count * Float64Array.BYTES_PER_ELEMENT)
  }

  // What the client does

  begin(ticket: number): void {
    Atomics.store(this.#states, ticket, PENDING)
  }

  withdraw(ticket: number): 'withdrawn' | 'too_late' {
    return this.#change(ticket, PENDING, WITHDRAWN) ? 'withdrawn' : 'too_late'
  }

  /** The client has left. `sealed`: the charge is withdrawn if its batch is certainly not written. */
  leave(ticket: number): 'withdrawn' | 'sealed' | 'too_late' {
    // The books may seal or unseal it between two looks.
    for (;;) {
      if (this.withdraw(ticket) === 'withdrawn') return 'withdrawn'
      if (this.#change(ticket, SEALED, LEFT)) return 'sealed'
      const state = Atomics.load(this.#states, ticket)
      if (state !== PENDING && state !== SEALED) return 'too_late'
    }
  }

  /** Its deadline has passed. `batch`: the number of the batch that may have been written. */
  expire(ticket: number): 'withdrawn' | { readonly batch: number } | 'settled' {
    // The books may seal or unseal it between two looks; only a settled or withdrawn charge stays as it is.
    for (;;) {
      const state = Atomics.load(this.#states, ticket)
      if (state === SETTLED) return 'settled'
      if (state === WITHDRAWN || this.withdraw(ticket) === 'withdrawn') return 'withdrawn'
      // Sealing writes the number before the state, so a reader of the state sees the number.
      if (this.#change(ticket, SEALED, FAILED) || this.#change(ticket, LEFT, FAILED))
        return { batch: this.#seqs[ticket]! }
    }
  }

  // What the books thread does

  seal(ticket: number, batch: number): 'sealed' | 'withdrawn' {
    this.#seqs[ticket] = batch
    return this.#change(ticket, PENDING, SEALED) ? 'sealed' : 'withdrawn'
  }

  unseal(ticket: number): 'pending' | 'withdrawn' | 'failed' {
    if (this.#change(ticket, SEALED, PENDING)) return 'pending'
    return this.#change(ticket, LEFT, WITHDRAWN) ? 'withdrawn' : 'failed'
  }

  settle(ticket: number): 'settled' | 'failed' {
    const isSettled = this.#change(ticket, SEALED, SETTLED) || this.#change(ticket, LEFT, SETTLED)
    return isSettled ? 'settled' : 'failed'
  }

  isWithdrawn(ticket: number): boolean {
    return Atomics.load(this.#states, ticket) === WITHDRAWN
  }

  isFailed(ticket: number): boolean {
    return Atomics.load(this.#states, ticket) === FAILED
  }

  #change(ticket: number, from: number, to: number): boolean {
    return Atomics.compareExchange(this.#states, ticket, from, to) === from
  }
}

/** More than one thread has requests under way. Beyond it charges are refused, which the client may retry. */
const TICKETS = 8_192
const TICKET_BYTES = 12

const PENDING = 0
const WITHDRAWN = 1
const SEALED = 2
const SETTLED = 3
const FAILED = 4
const LEFT = 5
