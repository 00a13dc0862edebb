import type { Line } from '../books/rows.ts'
import type { AccountActor } from './account-actor.ts'
import type { Connection } from './connection.ts'
import type { HeldGrant } from './held-grant.ts'
import { type KnownRefusal, type Payer, REFILLING, type Refusal } from './messages.ts'
import { UNAVAILABLE } from './refusals.ts'

/** A payer of a connection, with the number that the books have given to its subject; 0: not known yet. */
export interface NumberedPayer extends Payer {
  number: number
}

export interface NewCharge {
  readonly connection: Connection
  readonly ticket: number
  readonly requestId: string
  readonly units: number
  readonly payer: NumberedPayer
  readonly actor: AccountActor
  readonly sinceMs: number
}

/** A charge on its way into the books. It is a line of the journal as soon as it has a subject and a grant. */
export class PendingCharge implements Line {
  readonly requestId: string
  readonly units: number
  readonly actor: AccountActor
  readonly sinceMs: number
  readonly payer: NumberedPayer
  readonly #connection: Connection
  readonly #ticket: number
  #held: HeldGrant | undefined

  constructor({ connection, ticket, requestId, units, payer, actor, sinceMs }: NewCharge) {
    this.#connection = connection
    this.#ticket = ticket
    this.requestId = requestId
    this.units = units
    this.payer = payer
    this.actor = actor
    this.sinceMs = sinceMs
  }

  get subject(): number {
    return this.payer.number
  }

  get grant(): number {
    return this.held.id
  }

  /** The grant that has admitted it. */
  get held(): HeldGrant {
    return this.#held!
  }

  admit(held: HeldGrant): void {
    this.#held = held
    held.admitted += this.units
  }

  /** Nobody waits for it, and it is not in a batch: the client has withdrawn it, or is gone. */
  get isWithdrawn(): boolean {
    return !this.#connection.isOpen || this.#connection.tickets.isWithdrawn(this.#ticket)
  }

  /** Its deadline passed while its batch was under way. */
  get isFailed(): boolean {
    return this.#connection.tickets.isFailed(this.#ticket)
  }

  seal(batch: number): 'sealed' | 'withdrawn' {
    if (!this.#connection.isOpen) return 'withdrawn'
    return this.#connection.tickets.seal(this.#ticket, batch)
  }

  unseal(): 'pending' | 'withdrawn' | 'failed' {
    return this.#connection.tickets.unseal(this.#ticket)
  }

  settle(): 'settled' | 'failed' {
    return this.#connection.tickets.settle(this.#ticket)
  }

  charged(): void {
    const { month } = this.held
    const available = this.actor.availableUnits
    const isRefilling = available === 0 && this.actor.mayRefill
    this.#connection.charged(this.#ticket, isRefilling ? REFILLING : available, month)
    if (isRefilling) this.actor.refill(() => this.#connection.charged(this.#ticket, this.actor.availableUnits, month))
  }

  refuse(refusal: Refusal, known?: KnownRefusal): void {
    this.#connection.refused(this.#ticket, refusal, known)
  }

  /** It was withdrawn or has failed, and is not in the books or void: the client can use its ticket again. */
  release(): void {
    this.refuse(UNAVAILABLE)
  }
}
