import type { Refusal } from './messages.ts'
import type { Taken } from './till.ts'

/** A request that waits for units of its account. */
export interface Waiter {
  readonly units: number
  readonly sinceMs: number
  serve(taken: Taken): void
  refuse(refusal: Refusal): void
}

/** The requests that wait, in the order they came. One that wants more than there is does not hold up those behind it. */
export class WaitingLine {
  #waiters: Waiter[] = []

  get length(): number {
    return this.#waiters.length
  }

  /** What would serve at least somebody, and what would serve all. */
  need(): { readonly least: number; readonly all: number } {
    let least = Number.POSITIVE_INFINITY
    let all = 0
    for (const { units } of this.#waiters) {
      least = Math.min(least, units)
      all += units
    }
    return { least, all }
  }

  add(waiter: Waiter): void {
    this.#waiters.push(waiter)
  }

  serve(take: (units: number) => Taken | undefined): void {
    this.#waiters = this.#waiters.filter((waiter) => {
      const taken = take(waiter.units)
      if (taken !== undefined) waiter.serve(taken)
      return taken === undefined
    })
  }

  refuse(refusal: Refusal, whom: (waiter: Waiter) => boolean): number {
    const before = this.#waiters.length
    const refused = this.#waiters.filter(whom)
    this.#waiters = this.#waiters.filter((waiter) => !whom(waiter))
    for (const waiter of refused) waiter.refuse(refusal)
    return before - this.#waiters.length
  }
}
