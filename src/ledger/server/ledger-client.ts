import { assert } from '../../stdx/assert.ts'
import { accountKey } from './account-key.ts'
import { type Charge, type ChargeRequest, type Refusal, UNAVAILABLE, UNTRUSTED } from './charge.ts'
import type { ChargeTickets } from './charge-tickets.ts'
import { KnownRefusals } from './known-refusals.ts'
import type { Call, Payer, ToClient, ToServer } from './messages.ts'
import { OpenCharge } from './open-charge.ts'
import type { MonotonicClock, Timers } from './ports.ts'
import type { ServerFlags } from './server-flags.ts'

export interface LedgerClientPorts {
  readonly flags: ServerFlags
  readonly tickets: ChargeTickets
  readonly clock: MonotonicClock
  readonly timers: Timers
  send(message: ToServer): void
}

/** How long a charge may take. After that it is charged, withdrawn or without an answer. */
const CHARGE_DEADLINE_MS = 2_000

/** The most that one request can cost. */
const UNITS_MAX = 1_000

/** How many payers a client numbers before it starts again. */
const PAYERS_MAX = 200_000

const GONE = 'the ledger is closed'

/** A payer that the books thread knows, or will with the next message. */
interface KnownPayer {
  readonly number: number
  readonly accountKey: number
}

/**
 * Charges units for one thread. The books thread may hang in a commit as long as the disk does; no deadline depends on
 * it, because a client ends its charges in shared memory.
 */
export class LedgerClient {
  readonly #ports: LedgerClientPorts
  readonly #known: KnownRefusals
  readonly #payers = new Map<string, KnownPayer>()
  #newPayers: Payer[] = []
  #renumbers = false
  #outbox: { readonly charge: OpenCharge; readonly payer: number }[] = []
  /** By ticket: the charges whose result the books have not sent. */
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

  /** Live servers on the same books. A lost one counts for a quarter of a minute. */
  get servers(): number {
    return this.#ports.flags.servers
  }

  /** Finds a refusal without a message to the books, so that the request need not be computed. */
  knownRefusal(account: string, units: number): Refusal | undefined {
    if (this.#closed) return UNAVAILABLE
    if (!this.#ports.flags.isOpen) return UNTRUSTED
    return this.#known.find(account, units)
  }

  /** Charges the account for a request whose answer is ready to be sent. */
  charge(request: ChargeRequest): Charge {
    const { account, units } = request
    assert(Number.isSafeInteger(units) && 0 < units && units <= UNITS_MAX, 'a request costs some units, and not many')
    const ticket = this.#closed || !this.#ports.flags.isOpen ? undefined : this.#freeTickets.pop()
    if (ticket === undefined) return refusedCharge(this.knownRefusal(account, units) ?? UNAVAILABLE)
    const payer = this.#payerOf(request)
    this.#ports.tickets.begin(ticket, { accountKey: payer.accountKey, units })
    const charge = new OpenCharge(request, ticket, this.#ports.clock.monotonicMs() + CHARGE_DEADLINE_MS)
    this.#open[ticket] = charge
    this.#waiting.add(charge)
    this.#outbox.push({ charge, payer: payer.number })
    this.#watchDeadlines()
    // One message carries all charges of this turn. Sent at once, the first would be committed alone and the others
    // would wait for it.
    if (this.#outbox.length === 1) this.#ports.timers.endOfTurn(() => this.#flush())
    return { outcome: charge.outcome, withdraw: () => this.#withdraw(charge) }
  }

  /** Sends a call to the books thread. Rejects when it is gone. */
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
      case 'charged': {
        const { period, endsAtMs, charges } = message
        for (let i = 0; i < charges.length; i += 2) {
          const availableUnits = charges[i + 1]!
          this.#end(charges[i]!).settle({ outcome: 'charged', period, endsAtMs, availableUnits })
        }
        return
      }
      case 'refused':
        if (message.known !== undefined) this.#known.remember(message.known, message.refusal)
        this.#end(message.ticket).refuse(message.refusal)
        return
      case 'lost':
        this.#end(message.ticket).settle({ outcome: 'unknown' })
        return
      case 'account_changed':
        this.#known.forget(message.account)
        return
      case 'returned':
        this.#calls.get(message.ticket)?.({ value: message.result })
        this.#calls.delete(message.ticket)
    }
  }

  /** The books thread is gone: nothing more can be charged, and the outcome of sealed charges is unknown. */
  disconnect(): void {
    this.#closed = true
    this.#cancelWatch?.()
    for (const fail of this.#calls.values()) fail('lost')
    this.#calls.clear()
    for (const charge of this.#open) {
      if (charge === undefined || charge.isSettled) continue
      const isWithdrawn = this.#ports.tickets.withdraw(charge.ticket) === 'withdrawn'
      charge.settle(isWithdrawn ? UNAVAILABLE : { outcome: 'unknown' })
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
    for (const { charge, payer } of this.#outbox.splice(0)) {
      // Withdrawn in the same turn, so the books need not know of it.
      if (charge.isSettled) this.#free(charge)
      else charges.push(charge.ticket, charge.request.requestId, payer, charge.request.units)
    }
    if (0 < charges.length || this.#renumbers)
      this.#send({ kind: 'charges', renumbers: this.#renumbers, payers: this.#newPayers, charges })
    if (0 < charges.length || this.#renumbers) this.#newPayers = []
    this.#renumbers = false
    if (PAYERS_MAX <= this.#payers.size) {
      this.#payers.clear()
      this.#newPayers = []
      this.#renumbers = true
    }
  }

  #payerOf({ account, subject }: ChargeRequest): KnownPayer {
    const { project, credential, operation } = subject
    const key = `${account}\n${project}\n${credential}\n${operation}`
    const known = this.#payers.get(key)
    if (known !== undefined) return known
    const payer = { number: this.#payers.size, accountKey: accountKey(account) }
    this.#payers.set(key, payer)
    this.#newPayers.push({ account, subject })
    return payer
  }

  /** The books have sent the result, so the ticket is free again. */
  #end(ticket: number): OpenCharge {
    const charge = this.#open[ticket]!
    this.#free(charge)
    return charge
  }

  #free(charge: OpenCharge): void {
    this.#waiting.delete(charge)
    this.#open[charge.ticket] = undefined
    this.#ports.tickets.free(charge.ticket)
    this.#freeTickets.push(charge.ticket)
  }

  /** All charges have the same limit, so the oldest expires first and one timer is enough. */
  #watchDeadlines(): void {
    const [oldest] = this.#waiting
    if (this.#cancelWatch !== undefined || oldest === undefined) return
    const leftMs = Math.max(1, oldest.deadlineMs - this.#ports.clock.monotonicMs())
    this.#cancelWatch = this.#ports.timers.after(leftMs, () => {
      this.#cancelWatch = undefined
      this.#endOverdue()
      this.#watchDeadlines()
    })
  }

  #endOverdue(): void {
    const nowMs = this.#ports.clock.monotonicMs()
    for (const charge of this.#waiting) {
      if (nowMs < charge.deadlineMs) break
      this.#waiting.delete(charge)
      switch (this.#ports.tickets.expire(charge.ticket)) {
        case 'withdrawn':
          charge.refuse(UNAVAILABLE)
          break
        case 'failed':
          charge.settle({ outcome: 'unknown' })
          break
        case 'settled':
        // The charge is durable, and the message about it is on its way.
      }
    }
  }

  #send(message: ToServer): void {
    if (!this.#closed) this.#ports.send(message)
  }
}

function refusedCharge(refusal: Refusal): Charge {
  return { outcome: Promise.resolve(refusal), withdraw: () => undefined }
}
