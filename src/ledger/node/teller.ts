import { assert } from '../../stdx/assert.ts'
import type { Subject } from '../books/rows.ts'
import type { Call, DebitRequest, DebitResult, Place, Refusal, ToBookkeeper, ToTeller } from './messages.ts'
import type { MonotonicClock, Timers } from './ports.ts'
import { UNAVAILABLE, UNTRUSTED } from './refusals.ts'
import type { Till } from './till.ts'

/** Units taken for one request. It ends in exactly one debit or cancel. */
export interface Reservation {
  readonly outcome: 'reserved'
  readonly account: string
  readonly units: number
  readonly subject: Subject
  readonly place: Place
  state: 'open' | 'ended'
}

export type DebitOutcome =
  /** Durable; `availableUnits` are left in the node's grant, and 0 means that nothing more could be prepared. */
  | { readonly outcome: 'debited'; readonly period: number; readonly endsAtMs: number; readonly availableUnits: number }
  | Refusal
  | { readonly outcome: 'unknown' }

export interface TellerPorts {
  /** Which of the node's tellers this is: 0, 1, 2, … */
  readonly teller: number
  readonly till: Till
  readonly clock: MonotonicClock
  readonly timers: Timers
  send(message: ToBookkeeper): void
}

/** Sells units in one thread. What is free in the till is taken there and then; the bookkeeper is asked when it is not, and writes every debit. */
export class Teller {
  readonly #ports: TellerPorts
  readonly #places = new Map<string, { readonly slot: number; readonly subject: number }>()
  readonly #waiting = new Map<number, (message: ToTeller) => void>()
  readonly #debiting = new Map<number, (result: DebitResult) => void>()
  #outbox: (DebitRequest & { readonly slot: number })[] = []
  #tickets = 0
  #closed = false

  constructor(ports: TellerPorts) {
    this.#ports = ports
  }

  /** Those that sell from the same books and are alive, this one among them: known within a second, of one that was lost within its lease. */
  get nodes(): number {
    return this.#ports.till.nodes
  }

  /** At once when the till has the units, which is nearly always. */
  reserve(account: string, units: number, subject: Subject): Reservation | Refusal | Promise<Reservation | Refusal> {
    const { till, clock, teller } = this.#ports
    assert(Number.isSafeInteger(units) && 0 < units && units <= UNITS_MAX, 'a request costs some units, and not many')
    if (this.#closed) return UNAVAILABLE
    if (!till.isOpen) return UNTRUSTED
    const known = this.#places.get(placeKey(account, subject))
    if (known === undefined) return this.#ask(account, units, subject)
    // Counted before they are taken, and given back before they are uncounted: a thread that dies between the two leaves a count that is too large, never units
    // that nobody counts.
    till.addInFlight(teller, known.slot, units)
    const taken = till.take(known.slot, units, till.ledgerMs(clock.monotonicMs()))
    if (taken === undefined) {
      till.addInFlight(teller, known.slot, -units)
      return this.#ask(account, units, subject)
    }
    if (taken.isLow && till.claimLow(known.slot) === 'first') this.#ports.send({ kind: 'low', slot: known.slot })
    const { grant, generation, period, endsAtMs } = taken
    const place = { slot: known.slot, subject: known.subject, grant, generation, period, endsAtMs }
    return { outcome: 'reserved', account, units, subject, place, state: 'open' }
  }

  /** Charges the reserved units to this request. When it says `debited` the debit is durable; in every other case the request must not be answered with success. */
  async debit(reservation: Reservation, requestId: string): Promise<DebitOutcome> {
    const result = await this.#post(reservation, requestId)
    if (result !== 'grant_closed') return this.#ended(reservation, result)
    // Somebody closed the grant under the request: its month has been over for long, or this node was taken for lost. Once more, with a new one of that month.
    const { till, clock } = this.#ports
    const { period, endsAtMs } = reservation.place
    if (endsAtMs <= till.ledgerMs(clock.monotonicMs())) return UNAVAILABLE
    const again = await this.reserve(reservation.account, reservation.units, reservation.subject)
    if (again.outcome === 'refused') return again
    if (again.place.period === period) return this.#ended(again, await this.#post(again, requestId))
    this.cancel(again)
    return UNAVAILABLE
  }

  /** Gives the units back: the request did not succeed. */
  cancel(reservation: Reservation): void {
    end(reservation)
    const { till, teller } = this.#ports
    const { units, place } = reservation
    const given = till.giveBack(place.slot, place.generation, units)
    if (given === 'passed') this.#send({ kind: 'cancelled', grant: place.grant, units })
    till.addInFlight(teller, place.slot, -units)
  }

  /** Asks the bookkeeper for something rare. Rejects when he is gone. */
  call(call: Call): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new Error(GONE))
      const ticket = this.#wait((message) =>
        message.kind === 'returned' ? resolve(message.result) : reject(new Error(GONE)),
      )
      this.#send({ kind: 'call', ticket, call })
    })
  }

  receive(message: ToTeller): void {
    if (message.kind === 'debited') {
      for (let i = 0; i < message.results.length; i += 2) {
        const ticket = message.results[i] as number
        const settle = this.#debiting.get(ticket)
        this.#debiting.delete(ticket)
        settle?.(message.results[i + 1] as DebitResult)
      }
      return
    }
    const wake = this.#waiting.get(message.ticket)
    this.#waiting.delete(message.ticket)
    wake?.(message)
  }

  /** The bookkeeper is gone: nothing more can be sold, and of what was sent nobody knows. */
  lost(): void {
    this.#closed = true
    for (const [ticket, wake] of this.#waiting) wake({ kind: 'refused', ticket, refusal: UNAVAILABLE })
    for (const settle of this.#debiting.values()) settle('unknown')
    this.#waiting.clear()
    this.#debiting.clear()
  }

  async #ask(account: string, units: number, subject: Subject): Promise<Reservation | Refusal> {
    const message = await new Promise<ToTeller>((resolve) => {
      const ticket = this.#wait(resolve)
      this.#send({ kind: 'ask', ticket, account, units, subject })
    })
    if (message.kind !== 'reserved') return message.kind === 'refused' ? message.refusal : UNAVAILABLE
    if (PLACES_MAX <= this.#places.size) this.#places.clear()
    this.#places.set(placeKey(account, subject), { slot: message.slot, subject: message.subject })
    return { outcome: 'reserved', account, units, subject, place: message, state: 'open' }
  }

  #post(reservation: Reservation, requestId: string): Promise<DebitResult> {
    end(reservation)
    if (this.#closed) return Promise.resolve('unavailable')
    const { slot, grant, subject } = reservation.place
    return new Promise((resolve) => {
      const ticket = ++this.#tickets
      this.#debiting.set(ticket, resolve)
      this.#outbox.push({ ticket, requestId, grant, subject, units: reservation.units, slot })
      if (this.#outbox.length === 1) this.#ports.timers.endOfTurn(() => this.#flush())
    })
  }

  /** One message for all debits of this turn: a message costs as much as twenty debits in it. */
  #flush(): void {
    const debits = this.#outbox
    this.#outbox = []
    this.#send({ kind: 'debits', debits })
    for (const { slot, units } of debits) this.#ports.till.addInFlight(this.#ports.teller, slot, -units)
  }

  async #ended({ place }: Reservation, result: DebitResult): Promise<DebitOutcome> {
    switch (result) {
      case 'written': {
        const { period, endsAtMs, slot } = place
        if (this.#ports.till.free(slot) === 0) await this.#refill(slot)
        return { outcome: 'debited', period, endsAtMs, availableUnits: this.#ports.till.free(slot) }
      }
      case 'unknown':
        return { outcome: 'unknown' }
      case 'untrusted':
        return UNTRUSTED
      case 'grant_closed':
      case 'unavailable':
        return UNAVAILABLE
    }
  }

  #refill(slot: number): Promise<unknown> {
    if (this.#closed) return Promise.resolve()
    return new Promise((resolve) => this.#send({ kind: 'refill', ticket: this.#wait(resolve), slot }))
  }

  #wait(wake: (message: ToTeller) => void): number {
    const ticket = ++this.#tickets
    this.#waiting.set(ticket, wake)
    return ticket
  }

  #send(message: ToBookkeeper): void {
    if (!this.#closed) this.#ports.send(message)
  }
}

/** The most one request can cost. */
export const UNITS_MAX = 1_000

/** Keys and operations whose slot a teller remembers. When there are more they are asked for again. */
const PLACES_MAX = 200_000

const GONE = 'the ledger is closed'

function placeKey(account: string, { project, credential, operation }: Subject): string {
  return `${account}\n${project}\n${credential}\n${operation}`
}

function end(reservation: Reservation): void {
  assert(reservation.state === 'open', 'a reservation ends once')
  reservation.state = 'ended'
}
