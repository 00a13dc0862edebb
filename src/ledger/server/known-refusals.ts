import type { Refusal } from './charge.ts'
import type { KnownRefusal } from './messages.ts'
import type { MonotonicClock } from './ports.ts'

interface Known {
  readonly refusal: Refusal
  readonly atLeastUnits: number
  readonly sinceMs: number
  readonly untilMs: number
}

/**
 * Refusals that a client repeats without asking the books, so a used-up account costs almost nothing. Units that were
 * used never return, so a used-up month stays so until it ends or the operator changes the account.
 */
export class KnownRefusals {
  readonly #clock: MonotonicClock
  readonly #byAccount = new Map<string, Known>()

  constructor(clock: MonotonicClock) {
    this.#clock = clock
  }

  find(account: string, units: number): Refusal | undefined {
    const known = this.#byAccount.get(account)
    if (known === undefined) return undefined
    const nowMs = this.#clock.monotonicMs()
    if (known.untilMs <= nowMs) this.#byAccount.delete(account)
    else if (known.atLeastUnits <= units) return shorten(known.refusal, nowMs - known.sinceMs)
    return undefined
  }

  remember({ account, atLeastUnits, forMs }: KnownRefusal, refusal: Refusal): void {
    if (ACCOUNTS_MAX <= this.#byAccount.size) this.#byAccount.clear()
    const sinceMs = this.#clock.monotonicMs()
    this.#byAccount.set(account, { refusal, atLeastUnits, sinceMs, untilMs: sinceMs + forMs })
  }

  /** Called when units of the account, or of all, may be available again. */
  forget(account: string | null): void {
    if (account === null) this.#byAccount.clear()
    else this.#byAccount.delete(account)
  }
}

/** A month that ends in an hour is over in half an hour when half an hour has passed. */
function shorten(refusal: Refusal, ageMs: number): Refusal {
  if (refusal.reason !== 'monthly_limit') return refusal
  const retryAfterSeconds = Math.max(1, refusal.retryAfterSeconds - Math.floor(ageMs / 1000))
  return { ...refusal, retryAfterSeconds }
}

const ACCOUNTS_MAX = 100_000
