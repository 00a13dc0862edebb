import type { AccountNow } from '../tables/accounts.ts'
import { monthlyLimit, type Refusal, SUSPENDED, UNAVAILABLE, UNKNOWN_ACCOUNT, UNTRUSTED } from './charge.ts'
import type { KnownRefusal } from './messages.ts'

/** The time and the running month, as the books last said. */
export interface BooksMonth {
  readonly period: string
  readonly endsAtMs: number
  readonly nowMs: number
}

/** What a server remembers of one account. Only the books decide; this spares them what is certain. */
export class AccountMemory {
  readonly account: string
  /** The units of its charges that wait for a batch. */
  queuedUnits = 0
  isDistrusted = false
  /** `again`: another program held its row, and it is tried once more. A time: it is not tried before. */
  lock: 'again' | number | undefined
  #state: AccountNow['state'] | 'unknown' | undefined
  #period = ''
  #left: number | undefined

  constructor(account: string) {
    this.account = account
  }

  /** The units that are left of the month; undefined: the books must be read. */
  left({ period }: Pick<BooksMonth, 'period'>): number | undefined {
    return this.#period === period ? this.#left : undefined
  }

  noteLeft(period: string, units: number): void {
    this.#state = 'active'
    this.#period = period
    this.#left = units
    this.lock = undefined
  }

  /** Undefined: there is no such account. */
  noteRead(period: string, read: AccountNow | undefined): void {
    this.#state = read?.state ?? 'unknown'
    this.#period = period
    this.#left = read === undefined ? undefined : Math.max(0, read.allowance - read.spent)
  }

  /** The operator changed the account, or other books are read. */
  forget(): void {
    this.#state = undefined
    this.#left = undefined
  }

  /** Why a charge of these units is certainly refused. */
  refusalOf(
    units: number,
    month: BooksMonth,
    monotonicMs: number,
  ): { refusal: Refusal; known?: KnownRefusal } | undefined {
    if (this.isDistrusted) return { refusal: UNTRUSTED }
    if (typeof this.lock === 'number' && monotonicMs < this.lock) return { refusal: UNAVAILABLE }
    if (this.#state === 'unknown') return { refusal: UNKNOWN_ACCOUNT }
    const left = this.left(month)
    if (this.#state !== 'suspended' && (left === undefined || units <= left)) return undefined
    const forMs = Math.max(0, month.endsAtMs - month.nowMs)
    const known = { account: this.account, forMs }
    if (left === undefined || this.#state === 'suspended')
      return { refusal: SUSPENDED, known: { ...known, atLeastUnits: 0 } }
    return { refusal: monthlyLimit(month.endsAtMs, month.nowMs), known: { ...known, atLeastUnits: left + 1 } }
  }
}
