import type { PendingCharge } from './pending-charge.ts'

/**
 * The charges of one account that wait for units, oldest first. One that needs more than there is does not block those
 * behind it.
 */
export class WaitingCharges {
  #waiting: PendingCharge[] = []

  get length(): number {
    return this.#waiting.length
  }

  /** The units that would serve at least one charge, and all of them. */
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

  /** Removes and returns the matching charges. */
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
