/**
 * The states of one client's charges, in memory that the client shares with the books thread. Each side changes a state by one compare-and-exchange, so a race has
 * one winner, and no side waits for the other:
 *
 *     pending ──▶ withdrawn          by the client: the charge is certainly not written
 *     pending ──▶ sealed ──▶ settled by the books: its batch is sent; its batch is durable, and the charge stands
 *                 sealed ──▶ failed  by the client: its deadline has passed; if the line is written, it is made void
 *                 sealed ──▶ pending by the books: the batch is certainly not written
 *
 * A ticket belongs to its charge until the books have sent the result; only then the client uses it again.
 */
export class ChargeTickets {
  readonly memory: SharedArrayBuffer
  readonly count: number
  readonly #states: Int32Array
  readonly #seqs: Float64Array

  static make(count = TICKETS): ChargeTickets {
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

  /** Its deadline has passed. `batch`: the number of the batch that may have been written. */
  expire(ticket: number): 'withdrawn' | { readonly batch: number } | 'settled' {
    // The books may seal or unseal it between two looks; only a settled charge stays as it is.
    while (Atomics.load(this.#states, ticket) !== SETTLED) {
      if (this.withdraw(ticket) === 'withdrawn') return 'withdrawn'
      // Sealing writes the number before the state, so whoever sees the state sees the number.
      if (this.#change(ticket, SEALED, FAILED)) return { batch: this.#seqs[ticket]! }
    }
    return 'settled'
  }

  // What the books thread does

  seal(ticket: number, batch: number): 'sealed' | 'withdrawn' {
    this.#seqs[ticket] = batch
    return this.#change(ticket, PENDING, SEALED) ? 'sealed' : 'withdrawn'
  }

  unseal(ticket: number): 'pending' | 'failed' {
    return this.#change(ticket, SEALED, PENDING) ? 'pending' : 'failed'
  }

  settle(ticket: number): 'settled' | 'failed' {
    return this.#change(ticket, SEALED, SETTLED) ? 'settled' : 'failed'
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
