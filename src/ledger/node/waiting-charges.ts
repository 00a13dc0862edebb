import type { PendingCharge } from './pending-charge.ts'

/** The charges of one account that wait for units, oldest first. One that wants more than there is does not hold up those behind it. */
export class WaitingCharges {
  #waiting: PendingCharge[] = []

  get length(): number {
    return this.#waiting.length
  }

  /** What would serve at least one, and what would serve all. */
  need(): { readonly least: number; readonly all: number } {
    let least = Number.POSITIVE_INFINITY
    let all = 0
    for (const { units } of this.#waiting) {
      least = Math.min(least, units)
      all += units
    }
    return { least, all }
  }

  add(charge: PendingCharge): void {
    this.#waiting.push(charge)
  }

  /** Takes those out for which this is true. */
  take(isTaken: (charge: PendingCharge) => boolean): PendingCharge[] {
    const taken: PendingCharge[] = []
    this.#waiting = this.#waiting.filter((charge) => {
      if (!isTaken(charge)) return true
      taken.push(charge)
      return false
    })
    return taken
  }
}
