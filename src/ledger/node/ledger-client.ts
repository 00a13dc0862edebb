import { assert } from '../../stdx/assert.ts'
import type { Subject } from '../books/rows.ts'
import type { ChargeTickets } from './charge-tickets.ts'
import { KnownRefusals } from './known-refusals.ts'
import { type Call, type Payer, REFILLING, type Refusal, type ToBookkeeper, type ToClient } from './messages.ts'
import type { NodeFlags } from './node-flags.ts'
import { OpenCharge } from './open-charge.ts'
import type { MonotonicClock, Notes, Timers, VoidIntent } from './ports.ts'
import { UNAVAILABLE, UNTRUSTED } from './refusals.ts'

export interface ChargeRequest {
  readonly account: string
  readonly units: number
  readonly subject: Subject
  /** 32 hexadecimal digits, never used before. */
  readonly requestId: string
}

export interface Charge {
  readonly outcome: Promise<ChargeOutcome>
  /** Before the batch of the charge is sealed: the charge is certainly not written, and its outcome is `withdrawn`. Later: so it is if that batch is certainly not written. */
  withdraw(): void
}

export type ChargeOutcome =
  /** Durable; `availableUnits` are left in the node's grant, and 0 means that nothing more could be prepared. */
  | {
      readonly outcome: 'charged'
      /** `2026-11` */
      readonly period: string
      readonly endsAtMs: number
      readonly availableUnits: number
    }
  /** Not charged. */
  | Refusal
  | { readonly outcome: 'withdrawn' }
  /** It may be charged or not, and is not answered: the connection is closed. */
  | { readonly outcome: 'unknown' }

export interface LedgerClientPorts {
  /** Of the node: its notes name it. */
  readonly incarnation: number
  readonly flags: NodeFlags
  readonly tickets: ChargeTickets
  readonly clock: MonotonicClock
  readonly timers: Timers
  readonly notes: Notes
  send(message: ToBookkeeper): void
}

/** How long a charge may take, in ms: until then it is charged, withdrawn or failed. */
export const CHARGE_DEADLINE_MS = 2_000

/** How long a failed charge waits for its note to be durable. */
const NOTE_MAX_MS = 1_000
/** How long a charge that has used up the grant waits until more is prepared. */
const REFILL_MAX_MS = 250

/**
 * Charges units in one thread. The thread that writes the books may hang in a commit for as long as the disk likes: no deadline depends on it, because
 * withdrawing and failing need only memory that both threads share.
 */
export class LedgerClient {
  readonly #ports: LedgerClientPorts
  readonly #known: KnownRefusals
  readonly #payers = new Map<string, number>()
  #newPayers: Payer[] = []
  #outbox: OpenCharge[] = []
  /** By ticket: the charges whose result the books have not sent. */
  readonly #open: (OpenCharge | undefined)[] = []
  /** The same, oldest first, until their deadline. */
  readonly #waiting = new Set<OpenCharge>()
  readonly #freeTickets: number[]
  readonly #calls = new Map<number, (result: { value: unknown } | 'lost') => void>()
  #callTickets = 0
  #cancelWatch: (() => void) | undefined
  #closed = false

  constructor(ports: LedgerClientPorts) {
    this.#ports = ports
    this.#known = new KnownRefusals(ports.clock)
    this.#freeTickets = Array.from({ length: ports.tickets.count }, (_, i) => ports.tickets.count - 1 - i)
  }

  /** Nodes that use the same books and are alive, this one among them: known within a second, of one that was lost within its lease. */
  get nodes(): number {
    return this.#ports.flags.nodes
  }

  /** The refusal that is known without a message to the books, so that the request is not computed. */
  knownRefusal(account: string, units: number): Refusal | undefined {
    if (this.#closed) return UNAVAILABLE
    if (!this.#ports.flags.isOpen) return UNTRUSTED
    return this.#known.of(account, units)
  }

  /** Charges the account durably for a request whose answer is ready to be sent. */
  charge(request: ChargeRequest): Charge {
    const { units } = request
    assert(Number.isSafeInteger(units) && 0 < units && units <= UNITS_MAX, 'a request costs some units, and not many')
    const ticket = this.#closed || !this.#ports.flags.isOpen ? undefined : this.#freeTickets.pop()
    if (ticket === undefined) return refusedCharge(this.knownRefusal(request.account, units) ?? UNAVAILABLE)
    this.#ports.tickets.begin(ticket)
    const deadlineMs = this.#ports.clock.monotonicMs() + CHARGE_DEADLINE_MS
    const charge = new OpenCharge({ ...request, ticket, deadlineMs })
    this.#open[ticket] = charge
    this.#waiting.add(charge)
    this.#outbox.push(charge)
    this.#watchDeadlines()
    // One message carries all charges of this turn. Sent at once, the first of several would be committed alone, and the others would wait for that.
    if (this.#outbox.length === 1) this.#ports.timers.endOfTurn(() => this.#flush())
    return { outcome: charge.outcome, withdraw: () => this.#withdraw(charge) }
  }

  /** Asks the bookkeeper for something rare. Rejects when it is gone. */
  call(call: Call): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new Error(GONE))
      const ticket = ++this.#callTickets
      this.#calls.set(ticket, (result) => (result === 'lost' ? reject(new Error(GONE)) : resolve(result.value)))
      this.#send({ kind: 'call', ticket, call })
    })
  }

  receive(message: ToClient): void {
    switch (message.kind) {
      case 'charged':
        this.#charged(message)
        break
      case 'refused':
        if (message.known !== undefined) this.#known.learn(message.known, message.refusal)
        this.#end(message.ticket, (charge) => charge.notCharged(message.refusal))
        break
      case 'account_changed':
        this.#known.forget(message.account)
        break
      case 'returned':
        this.#calls.get(message.ticket)?.({ value: message.result })
        this.#calls.delete(message.ticket)
    }
  }

  /** The bookkeeper is gone: nothing more can be charged, and of what was sealed nobody knows. */
  lost(): void {
    this.#closed = true
    this.#cancelWatch?.()
    for (const fail of this.#calls.values()) fail('lost')
    this.#calls.clear()
    for (const charge of this.#open) {
      // A charge that has failed waits for its note.
      if (charge === undefined || charge.isSettled || charge.note !== undefined) continue
      if (this.#ports.tickets.withdraw(charge.ticket) === 'withdrawn') charge.settle(UNAVAILABLE)
      else if (charge.refilling === undefined) charge.settle({ outcome: 'unknown' })
      else charge.charged(0)
    }
    this.#waiting.clear()
  }

  #withdraw(charge: OpenCharge): void {
    if (charge.isSettled) return
    const end = this.#ports.tickets.leave(charge.ticket)
    charge.hasLeft = end === 'sealed'
    if (end !== 'withdrawn') return
    this.#waiting.delete(charge)
    charge.settle({ outcome: 'withdrawn' })
  }

  #flush(): void {
    const charges: (number | string)[] = []
    const renumbers = PAYERS_MAX <= this.#payers.size
    if (renumbers) this.#payers.clear()
    for (const charge of this.#outbox.splice(0)) {
      // Withdrawn in the same turn: the books need not know of it.
      if (charge.isSettled) this.#free(charge)
      else charges.push(charge.ticket, charge.requestId, this.#payerOf(charge), charge.units)
    }
    if (charges.length === 0 && !renumbers) return
    this.#send({ kind: 'charges', renumbers, payers: this.#newPayers, charges })
    this.#newPayers = []
  }

  #payerOf({ account, subject }: OpenCharge): number {
    const { project, credential, operation } = subject
    const key = `${account}\n${project}\n${credential}\n${operation}`
    const known = this.#payers.get(key)
    if (known !== undefined) return known
    const number = this.#payers.size
    this.#payers.set(key, number)
    this.#newPayers.push({ account, subject })
    return number
  }

  #charged({ period, endsAtMs, charges }: Extract<ToClient, { kind: 'charged' }>): void {
    for (let i = 0; i < charges.length; i += 2) {
      const ticket = charges[i]!
      const availableUnits = charges[i + 1]!
      const charge = this.#open[ticket]!
      charge.month = { period, endsAtMs }
      if (availableUnits !== REFILLING) this.#end(ticket, () => charge.charged(availableUnits))
      else charge.refilling = this.#ports.timers.after(REFILL_MAX_MS, () => charge.charged(0))
    }
  }

  /** The books have sent the result: the ticket can be used again. */
  #end(ticket: number, settle: (charge: OpenCharge) => void): void {
    const charge = this.#open[ticket]!
    charge.refilling?.()
    settle(charge)
    this.#free(charge)
    const { note } = charge
    // In the order of the notes' own channel: it may still be on its way to the disk.
    if (note !== undefined) this.#ports.notes.forget([note])
  }

  #free(charge: OpenCharge): void {
    this.#waiting.delete(charge)
    this.#open[charge.ticket] = undefined
    this.#freeTickets.push(charge.ticket)
  }

  /** All charges have the same time, so the oldest is due first and one timer is enough. */
  #watchDeadlines(): void {
    const [oldest] = this.#waiting
    if (this.#cancelWatch !== undefined || oldest === undefined) return
    const leftMs = Math.max(1, oldest.deadlineMs - this.#ports.clock.monotonicMs())
    this.#cancelWatch = this.#ports.timers.after(leftMs, () => {
      this.#cancelWatch = undefined
      this.#failOverdue()
      this.#watchDeadlines()
    })
  }

  #failOverdue(): void {
    const nowMs = this.#ports.clock.monotonicMs()
    const failed: OpenCharge[] = []
    for (const charge of this.#waiting) {
      if (nowMs < charge.deadlineMs) break
      this.#waiting.delete(charge)
      const end = this.#ports.tickets.expire(charge.ticket)
      // It is durable, and the message that says so is on its way.
      if (end === 'settled') continue
      if (end === 'withdrawn') {
        charge.notCharged(UNAVAILABLE)
        continue
      }
      charge.note = { incarnation: this.#ports.incarnation, seq: end.batch, requestId: charge.requestId }
      failed.push(charge)
    }
    if (0 < failed.length) void this.#note(failed)
  }

  /** A client may be told of a failure when it is durable that the line is void: should this node die now, its next start would charge it otherwise. */
  async #note(failed: readonly OpenCharge[]): Promise<void> {
    const notes = failed.flatMap(({ note }): VoidIntent[] => (note === undefined ? [] : [note]))
    const late = Promise.withResolvers<'unknown'>()
    const cancel = this.#ports.timers.after(NOTE_MAX_MS, () => late.resolve('unknown'))
    const noted = this.#ports.notes.add(notes).then(
      () => 'durable' as const,
      () => 'unknown' as const,
    )
    const outcome = await Promise.race([noted, late.promise])
    cancel()
    // The books may have answered meanwhile: then the charge has its outcome.
    const open = failed.filter(({ isSettled }) => !isSettled)
    for (const charge of open) charge.settle(outcome === 'durable' ? UNAVAILABLE : { outcome: 'unknown' })
    if (outcome === 'unknown' && 0 < open.length) this.#send({ kind: 'unanswered', charges: open.length })
  }

  #send(message: ToBookkeeper): void {
    if (!this.#closed) this.#ports.send(message)
  }
}

/** The most one request can cost. */
export const UNITS_MAX = 1_000

/** Keys and operations whose number a client remembers. When there are more they are numbered again. */
const PAYERS_MAX = 200_000

const GONE = 'the ledger is closed'

function refusedCharge(refusal: Refusal): Charge {
  return { outcome: Promise.resolve(refusal), withdraw: () => undefined }
}
