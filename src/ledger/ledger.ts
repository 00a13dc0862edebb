import { MessageChannel, Worker } from 'node:worker_threads'
import { assert } from '../stdx/assert.ts'
import { GivenError } from '../stdx/given-error.ts'
import type { StateOutcome } from './books/accounts.ts'
import { ALLOWANCE_MAX } from './books/limits.ts'
import type { DoubtRow, Subject } from './books/rows.ts'
import type { Call, Refusal } from './node/messages.ts'
import type { DebitOutcome, Reservation } from './node/teller.ts'
import type { TrustStatus } from './node/trust.ts'
import type { UsageOutcome } from './node/usage.ts'
import type { FromBooksThread, ToBooksThread } from './thread/books-thread.ts'
import { type Invitation, type JoinedTeller, joinLedger } from './thread/join.ts'
import type { NodePlace } from './thread/open-node.ts'

/**
 * Sells units to accounts and keeps the books of it. Knows nothing of what the units pay for. Three words carry it: `reserve` takes units for a request
 * that is about to be computed, `debit` charges them durably to the request, `cancel` gives them back; a request that is answered with success has a
 * debit, and one that is not has none.
 */
export class Ledger implements AsyncDisposable {
  readonly #thread: Worker
  readonly #memory: SharedArrayBuffer
  readonly #freeTellers: number[]
  readonly #own: JoinedTeller
  readonly #counters = new Map<number, (counters: Readonly<Record<string, number>>) => void>()
  #tickets = 0
  #closed: Promise<void> | undefined
  #whenClosed: (() => void) | undefined

  /** Opens the books and waits until they may be sold from. A person can do something about a GivenError. */
  static async open(place: NodePlace): Promise<Ledger> {
    const thread = new Worker(new URL('./thread/books-thread.ts', import.meta.url), { workerData: place })
    const memory = await new Promise<SharedArrayBuffer>((resolve, reject) => {
      thread.once('message', (message: FromBooksThread) => {
        if (message.kind === 'open') resolve(message.memory)
        else reject(new GivenError(message.kind === 'failed' ? message.message : 'The books could not be opened.'))
      })
      thread.once('error', reject)
    })
    return new Ledger(thread, memory)
  }

  private constructor(thread: Worker, memory: SharedArrayBuffer) {
    this.#thread = thread
    this.#memory = memory
    this.#freeTellers = Array.from({ length: TELLERS }, (_, i) => TELLERS - 1 - i)
    thread.removeAllListeners('message')
    thread.on('message', (message: FromBooksThread) => this.#hear(message))
    this.#own = joinLedger(this.invite())
  }

  /** At once when the node has units of the account; else when it has got some, or cannot. */
  reserve(account: string, units: number, subject: Subject): Reservation | Refusal | Promise<Reservation | Refusal> {
    return this.#own.teller.reserve(account, units, subject)
  }

  /** `requestId`: 32 hexadecimal digits, never used before. */
  debit(reservation: Reservation, requestId: string): Promise<DebitOutcome> {
    return this.#own.teller.debit(reservation, requestId)
  }

  cancel(reservation: Reservation): void {
    this.#own.teller.cancel(reservation)
  }

  /** For another thread that is to sell: `joinLedger` there. Its port is handed over. */
  invite(): Invitation {
    const teller = this.#freeTellers.pop()
    assert(teller !== undefined, `at most ${TELLERS} threads sell at a time`)
    const { port1, port2 } = new MessageChannel()
    const connect: ToBooksThread = { kind: 'connect', teller, port: port2 }
    this.#thread.postMessage(connect, [port2])
    return { teller, memory: this.#memory, port: port1 }
  }

  usage(account: string): Promise<UsageOutcome> {
    return this.#call({ name: 'usage', account }) as Promise<UsageOutcome>
  }

  /** Opens the account if there is none. */
  async setAllowance(account: string, units: number, who: string): Promise<void> {
    assert(Number.isSafeInteger(units) && 0 <= units && units <= ALLOWANCE_MAX, 'an allowance is a whole number')
    await this.#call({ name: 'set_allowance', account, units, who })
  }

  suspend(account: string): Promise<StateOutcome> {
    return this.#call({ name: 'set_state', account, state: 'suspended' }) as Promise<StateOutcome>
  }

  resume(account: string): Promise<StateOutcome> {
    return this.#call({ name: 'set_state', account, state: 'active' }) as Promise<StateOutcome>
  }

  trustStatus(): Promise<TrustStatus> {
    return this.#call({ name: 'trust_status' }) as Promise<TrustStatus>
  }

  /** Sells nothing (to this account) until somebody has looked. */
  async distrust(doubt: { account: string | null; reason: string; detail: string }): Promise<void> {
    await this.#call({ name: 'distrust', ...doubt })
  }

  /** The operator has looked. Answers what was resolved. */
  trust(by: { who: string; why: string }): Promise<readonly DoubtRow[]> {
    return this.#call({ name: 'trust', ...by }) as Promise<readonly DoubtRow[]>
  }

  /** What has happened in this node since it was started; the names are those of `COUNTERS`. */
  counters(): Promise<Readonly<Record<string, number>>> {
    return new Promise((resolve) => {
      const ticket = ++this.#tickets
      this.#counters.set(ticket, resolve)
      this.#tell({ kind: 'counters', ticket })
    })
  }

  /** Gives back what is not sold. To be called when all requests have ended: what is reserved still is as if it were cancelled. */
  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    this.#own.leave()
    await new Promise<void>((resolve) => {
      this.#whenClosed = resolve
      this.#thread.once('exit', resolve)
      this.#tell({ kind: 'close' })
    })
    await this.#thread.terminate()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #hear(message: FromBooksThread): void {
    if (message.kind === 'free') this.#freeTellers.push(message.teller)
    if (message.kind === 'counters') {
      this.#counters.get(message.ticket)?.(message.counters)
      this.#counters.delete(message.ticket)
    }
    if (message.kind === 'closed') this.#whenClosed?.()
  }

  #call(call: Call): Promise<unknown> {
    return this.#own.teller.call(call)
  }

  #tell(message: ToBooksThread): void {
    this.#thread.postMessage(message)
  }
}

/** Threads that sell at a time. */
const TELLERS = 32

export type { Subject } from './books/rows.ts'
export type { Refusal } from './node/messages.ts'
export type { DebitOutcome, Reservation } from './node/teller.ts'
export type { Usage, UsageOutcome } from './node/usage.ts'
