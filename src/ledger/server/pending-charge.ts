import type { Line } from '../tables/lines.ts'
import { hashSubject, type Subject, type SubjectRow } from '../tables/subjects.ts'
import { type Refusal, UNAVAILABLE } from './charge.ts'
import type { ChargedMonth, Connection } from './connection.ts'
import type { KnownRefusal, Payer } from './messages.ts'

/** A payer of a connection, with the number of its subject. */
export class NumberedPayer implements Payer {
  readonly account: string
  readonly subject: Subject
  #taken = 0
  /** The incarnation whose journal has its names; undefined: none. */
  storedBy: number | undefined
  id: number

  constructor({ account, subject }: Payer) {
    this.account = account
    this.subject = subject
    this.id = hashSubject({ account, ...subject })
  }

  get row(): SubjectRow {
    return { id: this.id, account: this.account, ...this.subject }
  }

  /** In the books its number is that of another subject. */
  move(): void {
    this.id = hashSubject(this.row, ++this.#taken)
  }
}

interface NewCharge {
  readonly connection: Connection
  readonly ticket: number
  readonly requestId: string
  readonly units: number
  readonly payer: NumberedPayer
}

/** A charge that the books have not decided: a line of the journal, if they take it. */
export class PendingCharge implements Line {
  readonly requestId: string
  readonly units: number
  readonly payer: NumberedPayer
  readonly #connection: Connection
  readonly #ticket: number

  constructor({ connection, ticket, requestId, units, payer }: NewCharge) {
    this.#connection = connection
    this.#ticket = ticket
    this.requestId = requestId
    this.units = units
    this.payer = payer
  }

  get account(): string {
    return this.payer.account
  }

  get subject(): number {
    return this.payer.id
  }

  /** Whether no client waits for it and it is in no batch. */
  get isWithdrawn(): boolean {
    return !this.#connection.isOpen || this.#connection.tickets.isWithdrawn(this.#ticket)
  }

  /** Whether its client waits no longer while its batch is undecided: its deadline passed, or its thread has died. */
  get hasEnded(): boolean {
    return !this.#connection.isOpen || this.#connection.tickets.isFailed(this.#ticket)
  }

  seal(seq: number): 'sealed' | 'withdrawn' {
    if (!this.#connection.isOpen) return 'withdrawn'
    return this.#connection.tickets.seal(this.#ticket, seq)
  }

  unseal(): 'pending' | 'withdrawn' | 'failed' {
    return this.#connection.tickets.unseal(this.#ticket)
  }

  settle(): 'settled' | 'failed' {
    return this.#connection.tickets.settle(this.#ticket)
  }

  reportCharged(availableUnits: number, month: ChargedMonth): void {
    this.#connection.sendCharged(this.#ticket, availableUnits, month)
  }

  refuse(refusal: Refusal, known?: KnownRefusal): void {
    this.#connection.sendRefused(this.#ticket, refusal, known)
  }

  /** Its outcome stays unknown. */
  lose(): void {
    this.#connection.send({ kind: 'lost', ticket: this.#ticket })
  }

  /** Returns the ticket of a charge that was withdrawn, or whose deadline had passed: its client ignores the result. */
  release(): void {
    this.refuse(UNAVAILABLE)
  }
}
