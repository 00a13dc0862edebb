import { assert } from '../../stdx/assert.ts'
import type { Charge, ChargeRequest } from './charge.ts'
import type { ChargeTickets } from './charge-tickets.ts'
import { KnownRefusals } from './known-refusals.ts'
import { type Call, type Payer, REFILLING, type Refusal, type ToClient, type ToNode } from './messages.ts'
import type { NodeFlags } from './node-flags.ts'
import { OpenCharge } from './open-charge.ts'
import type { MonotonicClock, Note, Notes, Timers } from './ports.ts'
import { UNAVAILABLE, UNTRUSTED } from './refusals.ts'
import { resolveWithin } from './retry-until-answered.ts'

export interface LedgerClientPorts {
  /** The incarnation of the node, for the notes. */
  readonly incarnation: number
  readonly flags: NodeFlags
  readonly tickets: ChargeTickets
  readonly clock: MonotonicClock
  readonly timers: Timers
  readonly notes: Notes
  send(message: ToNode): void
}

/** How long a charge may take. After that it is charged, withdrawn or failed. */
export const CHARGE_DEADLINE_MS = 2_000

/** How long a failed charge waits for its note to be durable. */
const NOTE_MAX_MS = 1_000
/** How long a charge that used up the grant waits until more units are prepared. */
const REFILL_MAX_MS = 250

/**
 * Charges units for one thread. The books thread may hang in a commit as long as the disk does; no deadline depends on
 * it, because withdrawing and failing need only shared memory.
 */
export class LedgerClient {
  readonly #ports: LedgerClientPorts
  readonly #known: KnownRefusals
  readonly #payers = new Map<string, number>()
  #newPayers: Payer[] = []
  #outbox: OpenCharge[] = []
  /** By ticket: the charges whose result the node has not sent. */
  readonly #open: (OpenCharge | undefined)[] = []
  /** The open charges before their deadline, oldest first. */
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

  /**
   * The number of living nodes that use the same books. A new node counts within a second; a lost one counts until its
   * lease ends.
   */
  get nodes(): number {
    return this.#ports.flags.nodes
  }

  /** Finds a refusal without a message to the node, so that the request need not be computed. */
  knownRefusal(account: string, units: number): Refusal | undefined {
    if (this.#closed) return UNAVAILABLE
    if (!this.#ports.flags.isOpen) return UNTRUSTED
    return this.#known.find(account, units)
  }

  /** Charges the account for a request whose answer is ready to be sent. */
  charge(request: ChargeRequest): Charge {
    const { units } = request
    assert(Number.isSafeInteger(units) && 0 < units && units <= UNITS_MAX, 'a request costs some units, and not many')
    const ticket = this.#closed || !this.#ports.flags.isOpen ? undefined : this.#freeTickets.pop()
    if (ticket === undefined) return createRefusedCharge(this.knownRefusal(request.account, units) ?? UNAVAILABLE)
    this.#ports.tickets.begin(ticket)
    const deadlineMs = this.#ports.clock.monotonicMs() + CHARGE_DEADLINE_MS
    const charge = new OpenCharge({ ...request, ticket, deadlineMs })
    this.#open[ticket] = charge
    this.#waiting.add(charge)
    this.#outbox.push(charge)
    this.#watchDeadlines()
    // One message carries all charges of this turn. Sent at once, the first would be committed alone and the others
    // would wait for it.
    if (this.#outbox.length === 1) this.#ports.timers.endOfTurn(() => this.#flush())
    return { outcome: charge.outcome, withdraw: () => this.#withdraw(charge) }
  }

  /** Sends a call to the node. Rejects when the node is gone. */
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
        if (message.known !== undefined) this.#known.remember(message.known, message.refusal)
        this.#end(message.ticket, (charge) => charge.refuse(message.refusal))
        break
      case 'account_changed':
        this.#known.forget(message.account)
        break
      case 'returned':
        this.#calls.get(message.ticket)?.({ value: message.result })
        this.#calls.delete(message.ticket)
    }
  }

  /** The node is gone: nothing more can be charged, and the outcome of sealed charges is unknown. */
  disconnect(): void {
    this.#closed = true
    this.#cancelWatch?.()
    for (const fail of this.#calls.values()) fail('lost')
    this.#calls.clear()
    for (const charge of this.#open) {
      // A failed charge waits for its note.
      if (charge === undefined || charge.isSettled || charge.note !== undefined) continue
      if (this.#ports.tickets.withdraw(charge.ticket) === 'withdrawn') charge.settle(UNAVAILABLE)
      else if (charge.refilling === undefined) charge.settle({ outcome: 'unknown' })
      else charge.resolveCharged(0)
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
      // Withdrawn in the same turn, so the node need not know of it.
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
      if (availableUnits !== REFILLING) this.#end(ticket, () => charge.resolveCharged(availableUnits))
      else charge.refilling = this.#ports.timers.after(REFILL_MAX_MS, () => charge.resolveCharged(0))
    }
  }

  /** The node has sent the result, so the ticket is free again. */
  #end(ticket: number, settle: (charge: OpenCharge) => void): void {
    const charge = this.#open[ticket]!
    charge.refilling?.()
    settle(charge)
    this.#free(charge)
    const { note } = charge
    // The channel of the notes keeps the order: the note may still be on its way to the disk.
    if (note !== undefined) this.#ports.notes.forget([note])
  }

  #free(charge: OpenCharge): void {
    this.#waiting.delete(charge)
    this.#open[charge.ticket] = undefined
    this.#freeTickets.push(charge.ticket)
  }

  /** All charges have the same limit, so the oldest expires first and one timer is enough. */
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
      // The charge is durable, and the message about it is on its way.
      if (end === 'settled') continue
      if (end === 'withdrawn') {
        charge.refuse(UNAVAILABLE)
        continue
      }
      charge.note = { incarnation: this.#ports.incarnation, seq: end.batch, requestId: charge.requestId }
      failed.push(charge)
    }
    if (0 < failed.length) void this.#note(failed)
  }

  /**
   * Reports a failure only when the note of it is durable. Otherwise the next start of a node that dies now would
   * charge the line.
   */
  async #note(failed: readonly OpenCharge[]): Promise<void> {
    const notes = failed.flatMap(({ note }): Note[] => (note === undefined ? [] : [note]))
    const noted = this.#ports.notes.add(notes).then(
      () => 'durable' as const,
      () => 'unknown' as const,
    )
    const outcome = (await resolveWithin(this.#ports.timers, NOTE_MAX_MS, noted)) ?? 'unknown'
    // The node may have answered meanwhile; then the charge has its outcome.
    const open = failed.filter(({ isSettled }) => !isSettled)
    for (const charge of open) charge.settle(outcome === 'durable' ? UNAVAILABLE : { outcome: 'unknown' })
    if (outcome === 'unknown' && 0 < open.length) this.#send({ kind: 'unanswered', charges: open.length })
  }

  #send(message: ToNode): void {
    if (!this.#closed) this.#ports.send(message)
  }
}

/** The most that one request can cost. */
export const UNITS_MAX = 1_000

/** How many payers a client numbers before it starts again. */
const PAYERS_MAX = 200_000

const GONE = 'the ledger is closed'

function createRefusedCharge(refusal: Refusal): Charge {
  return { outcome: Promise.resolve(refusal), withdraw: () => undefined }
}
