import type { Line } from '../books/rows.ts'
import type { Connection } from './connection.ts'
import type { HeldGrant } from './held-grant.ts'
import { type KnownRefusal, type Payer, REFILLING, type Refusal } from './messages.ts'
import { UNAVAILABLE } from './refusals.ts'

/** A payer of a connection, with the number of its subject in the books; 0: not known yet. */
export interface NumberedPayer extends Payer {
  number: number
}

/** What a charge needs of the actor of its account. */
export interface ChargingAccount {
  readonly account: string
  readonly availableUnits: number
  readonly mayRefill: boolean
  charge(charge: PendingCharge): void
  refill(done: () => void): void
  poke(): void
}

export interface NewCharge {
  readonly connection: Connection
  readonly ticket: number
  readonly requestId: string
  readonly units: number
  readonly payer: NumberedPayer
  readonly actor: ChargingAccount
  readonly sinceMs: number
}

/** A charge that the node has not settled. It is a line of the journal once it has a subject and a grant. */
export class PendingCharge implements Line {
  readonly requestId: string
  readonly units: number
  readonly actor: ChargingAccount
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

  /** The grant that admitted it. */
  get held(): HeldGrant {
    return this.#held!
  }

  admit(held: HeldGrant): void {
    this.#held = held
    held.admitted += this.units
  }

  /** Whether no client waits for it and it is in no batch. */
  get isWithdrawn(): boolean {
    return !this.#connection.isOpen || this.#connection.tickets.isWithdrawn(this.#ticket)
  }

  /** Whether its deadline passed while its batch was being written. */
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

  reportCharged(): void {
    const { month } = this.held
    const available = this.actor.availableUnits
    const isRefilling = available === 0 && this.actor.mayRefill
    this.#connection.sendCharged(this.#ticket, isRefilling ? REFILLING : available, month)
    if (isRefilling)
      this.actor.refill(() => this.#connection.sendCharged(this.#ticket, this.actor.availableUnits, month))
  }

  refuse(refusal: Refusal, known?: KnownRefusal): void {
    this.#connection.sendRefused(this.#ticket, refusal, known)
  }

  /** Releases the ticket of a charge that was withdrawn or failed, and is void or not in the books. */
  release(): void {
    this.refuse(UNAVAILABLE)
  }
}
