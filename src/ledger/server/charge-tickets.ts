/**
 * The states of one client's charges, in memory that the client shares with the books thread and with the reader of
 * usage. Each side changes a state by one compare-and-exchange, so a race has one winner and no side waits:
 *
 *     pending ──▶ withdrawn          by the client: the charge is certainly not written
 *     pending ──▶ sealed ──▶ settled by the books: its batch is sent; its batch is durable, and the charge stands
 *                 sealed ──▶ failed  by the client: its deadline has passed; the books decide, and no answer is sent
 *                 sealed ──▶ pending by the books: the batch is certainly not written
 *                 sealed ──▶ left    by a client that leaves: withdrawn if the batch is certainly not written, else
 *                                    as sealed
 *
 * A ticket belongs to its charge until the books have sent the result; only then the client uses it again.
 */
export class ChargeTickets {
  readonly memory: SharedArrayBuffer
  readonly count: number
  readonly #seqs: Float64Array
  readonly #accounts: Float64Array
  readonly #states: Int32Array
  readonly #units: Int32Array

  static create(count = TICKETS): ChargeTickets {
    return new ChargeTickets(new SharedArrayBuffer(count * TICKET_BYTES))
  }

  constructor(memory: SharedArrayBuffer) {
    this.memory = memory
    this.count = memory.byteLength / TICKET_BYTES
    this.#seqs = new Float64Array(memory, 0, this.count)
    this.#accounts = new Float64Array(memory, 8 * this.count, this.count)
    this.#states = new Int32Array(memory, 16 * this.count, this.count)
    this.#units = new Int32Array(memory, 20 * this.count, this.count)
  }

  // What the client does

  begin(ticket: number, { accountKey, units }: { readonly accountKey: number; readonly units: number }): void {
    this.#accounts[ticket] = accountKey
    this.#units[ticket] = units
    Atomics.store(this.#states, ticket, PENDING)
  }

  /** The books have sent the result. */
  free(ticket: number): void {
    Atomics.store(this.#states, ticket, FREE)
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

  /** Its deadline has passed. `failed`: the books decide. */
  expire(ticket: number): 'withdrawn' | 'failed' | 'settled' {
    // The books may seal or unseal it between two looks; only a settled or withdrawn charge stays as it is.
    for (;;) {
      const state = Atomics.load(this.#states, ticket)
      if (state === SETTLED) return 'settled'
      if (state === WITHDRAWN || this.withdraw(ticket) === 'withdrawn') return 'withdrawn'
      if (state === FAILED || this.#change(ticket, SEALED, FAILED) || this.#change(ticket, LEFT, FAILED))
        return 'failed'
    }
  }

  // What the books thread does

  seal(ticket: number, seq: number): 'sealed' | 'withdrawn' {
    this.#seqs[ticket] = seq
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

  // What the reader of usage does

  /** Counts the units of an account that are queued, being committed, and undecided after their deadline. */
  countUnits(accountKey: number): TicketUnits {
    const found: TicketUnits = { queued: 0, committing: [], undecided: [] }
    for (let ticket = 0; ticket < this.count; ticket++) {
      if (this.#accounts[ticket] !== accountKey) continue
      const state = Atomics.load(this.#states, ticket)
      const charge = { seq: this.#seqs[ticket]!, units: this.#units[ticket]! }
      if (state === PENDING) found.queued += charge.units
      if (state === SEALED || state === LEFT) found.committing.push(charge)
      if (state === FAILED) found.undecided.push(charge)
    }
    return found
  }

  #change(ticket: number, from: number, to: number): boolean {
    return Atomics.compareExchange(this.#states, ticket, from, to) === from
  }
}

export interface TicketUnits {
  queued: number
  /** With the number of the batch: if the books have it, the units are used. */
  readonly committing: { readonly seq: number; readonly units: number }[]
  readonly undecided: { readonly seq: number; readonly units: number }[]
}

/** More than one thread has requests under way. Beyond it charges are refused, which the client may retry. */
const TICKETS = 8_192
const TICKET_BYTES = 24

const FREE = 0
const PENDING = 1
const WITHDRAWN = 2
const SEALED = 3
const SETTLED = 4
const FAILED = 5
const LEFT = 6
