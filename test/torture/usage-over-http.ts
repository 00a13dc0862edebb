import assert from 'node:assert/strict'
import type { HttpCharges } from '../fuzz/http-charges.ts'

interface UsageData {
  readonly allowance_units: number
  readonly confirmed_units: number
  readonly reserved_units: number
  readonly recovery_hold_units: number
  readonly prepared_available_units: number
  readonly pending_spent_units: number
  readonly in_flight_reserved_units: number
}

/** Compares each response of usage with the charges that were acknowledged before its request. */
export class UsageOverHttp {
  readonly #charges: HttpCharges
  /** By account: the most that was ever shown as confirmed. */
  readonly #confirmed = new Map<string, number>()
  answers = 0

  constructor(charges: HttpCharges) {
    this.#charges = charges
  }

  /** Call it before the request, and what it returns with the response. */
  before(account: string): (data: UsageData) => void {
    const acknowledged = this.#charges.acknowledgedUnits(account)
    const confirmedBefore = this.#confirmed.get(account) ?? 0
    return (data) => {
      this.answers++
      const about = `${account}: ${JSON.stringify(data)}`
      const { confirmed_units: confirmed, reserved_units: reserved, recovery_hold_units: hold } = data
      const split = data.prepared_available_units + data.pending_spent_units + data.in_flight_reserved_units
      assert(confirmed + reserved + hold <= data.allowance_units, `E1, ${about}`)
      assert.equal(split, reserved, `E2, ${about}`)
      assert(confirmedBefore <= confirmed, `E9: ${confirmedBefore} was confirmed before, ${about}`)
      assert(
        acknowledged <= confirmed + data.pending_spent_units + hold,
        `E11: ${acknowledged} were acknowledged before, ${about}`,
      )
      this.#confirmed.set(account, Math.max(confirmed, this.#confirmed.get(account) ?? 0))
    }
  }
}
