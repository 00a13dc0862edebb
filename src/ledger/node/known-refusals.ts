import type { KnownRefusal, Refusal } from './messages.ts'
import type { MonotonicClock } from './ports.ts'

interface Known {
  readonly refusal: Refusal
  readonly atLeastUnits: number
  readonly untilMs: number
}

/**
 * Refusals that a client may repeat for a moment without asking the node: a used-up account then costs almost nothing.
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
    if (known.untilMs <= this.#clock.monotonicMs()) this.#byAccount.delete(account)
    else if (known.atLeastUnits <= units) return known.refusal
    return undefined
  }

  remember({ account, atLeastUnits, forMs }: KnownRefusal, refusal: Refusal): void {
    if (ACCOUNTS_MAX <= this.#byAccount.size) this.#byAccount.clear()
    this.#byAccount.set(account, { refusal, atLeastUnits, untilMs: this.#clock.monotonicMs() + forMs })
  }

  /** Called when units of the account may be available again. */
  forget(account: string): void {
    this.#byAccount.delete(account)
  }
}

const ACCOUNTS_MAX = 10_000
