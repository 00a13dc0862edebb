import assert from 'node:assert/strict'
import type { Usage, UsageOutcome } from '../../src/ledger/ledger.ts'
import type { ChargeHistory } from './charge-history.ts'
import type { ChargerProcess } from './charger-process.ts'

/** Requests the usage of accounts, and compares each answer with the charges that were acknowledged before. */
export class UsageWatch {
  readonly #history: ChargeHistory
  readonly #accounts: readonly string[]
  /** By account: the most that was ever shown as confirmed. */
  readonly #confirmed: number[]
  answers = 0
  untrusted = 0

  constructor(history: ChargeHistory, accounts: readonly string[]) {
    this.#history = history
    this.#accounts = accounts
    this.#confirmed = accounts.map(() => 0)
  }

  async ask(charger: ChargerProcess, account: number): Promise<void> {
    const confirmedBefore = this.#confirmed[account]!
    const ackedBefore = this.#history.ackedUnits[account]!
    const answer = (await charger.ask(`usage ${this.#accounts[account]}`)) as UsageOutcome | undefined
    if (answer === undefined) return
    if (answer.outcome === 'untrusted') this.untrusted++
    if (answer.outcome !== 'usage') return
    this.answers++
    const about = `account ${account}: ${JSON.stringify(answer)}`
    for (const [name, value] of Object.entries(answer)) {
      if (name.endsWith('Units')) assert(Number.isSafeInteger(value) && 0 <= value, `${name}, ${about}`)
    }
    assert.equal(sum(answer, FOUR), answer.allowanceUnits, `E1, ${about}`)
    assert.equal(sum(answer, SPLIT), answer.reservedUnits, `E2, ${about}`)
    assert(confirmedBefore <= answer.confirmedUnits, `E9: ${confirmedBefore} was confirmed before, ${about}`)
    // While a node counts as lost, its charges are a hold.
    const contained = answer.confirmedUnits + answer.pendingSpentUnits + answer.recoveryHoldUnits
    assert(ackedBefore <= contained, `E11: ${ackedBefore} was acknowledged before it was asked, ${about}`)
    this.#confirmed[account] = Math.max(this.#confirmed[account]!, answer.confirmedUnits)
  }
}

const FOUR = ['confirmedUnits', 'reservedUnits', 'recoveryHoldUnits', 'unallocatedUnits'] as const
const SPLIT = ['preparedAvailableUnits', 'inFlightReservedUnits', 'pendingSpentUnits'] as const

function sum(usage: Usage, parts: readonly (keyof Usage)[]): number {
  return parts.reduce((units, part) => units + (usage[part] as number), 0)
}
