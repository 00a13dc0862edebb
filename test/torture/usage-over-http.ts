import assert from 'node:assert/strict'
import type { SoldByHttp } from '../fuzz/sold-by-http.ts'

interface UsageData {
  readonly allowance_units: number
  readonly confirmed_units: number
  readonly reserved_units: number
  readonly recovery_hold_units: number
  readonly prepared_available_units: number
  readonly pending_spent_units: number
  readonly in_flight_reserved_units: number
}

/** Holds every answer of usage against what clients had been told before it was asked. */
export class UsageOverHttp {
  readonly #sold: SoldByHttp
  /** By account: the most that was ever shown as confirmed. */
  readonly #confirmed = new Map<string, number>()
  answers = 0

  constructor(sold: SoldByHttp) {
    this.#sold = sold
  }

  /** To be called before it is asked; the answer to be given to what it returns. */
  before(account: string): (data: UsageData) => void {
    const told = this.#sold.unitsTold(account)
    const confirmedBefore = this.#confirmed.get(account) ?? 0
    return (data) => {
      this.answers++
      const about = `${account}: ${JSON.stringify(data)}`
      const { confirmed_units: confirmed, reserved_units: reserved, recovery_hold_units: hold } = data
      const split = data.prepared_available_units + data.pending_spent_units + data.in_flight_reserved_units
      assert(confirmed + reserved + hold <= data.allowance_units, `E1, ${about}`)
      assert.equal(split, reserved, `E2, ${about}`)
      assert(confirmedBefore <= confirmed, `E9: ${confirmedBefore} was confirmed before, ${about}`)
      assert(told <= confirmed + data.pending_spent_units + hold, `E11: ${told} had been told, ${about}`)
      this.#confirmed.set(account, Math.max(confirmed, this.#confirmed.get(account) ?? 0))
    }
  }
}
