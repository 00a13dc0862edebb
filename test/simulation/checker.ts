import type { ChargeOutcome } from '../../src/ledger/server/charge.ts'
import type { Usage } from '../../src/ledger/server/usage.ts'
import { BEHIND, type DoubtRow } from '../../src/ledger/tables/doubts.ts'
import type { JournalLine } from '../../src/ledger/testing/journal.ts'
import { unitsLeftOut } from '../../src/ledger/testing/units-left-out.ts'

interface Request {
  readonly account: string
  readonly units: number
}

/** What clients were told, and what the books must say because of it. */
export class Checker {
  readonly #sent = new Map<string, Request>()
  readonly #charged = new Map<string, { readonly period: string }>()
  readonly #refused = new Map<string, string>()
  readonly #allowanceMax = new Map<string, number>()
  readonly #credits = new Map<string, number>()
  readonly #confirmed = new Map<string, number>()
  /** Older books took the place of these. Charges may be lost then, but never without a doubt. */
  mayLose = false
  /** Units that were acknowledged and that the books lack, at the last comparison. */
  lost = 0
  /** Charges by the old primary of a failover were acknowledged beyond the allowance. */
  unanswered = 0

  setAllowance(account: string, units: number): void {
    this.#allowanceMax.set(account, Math.max(units, this.#allowanceMax.get(account) ?? 0))
  }

  addCredit(account: string, period: string, units: number): void {
    const key = `${account} ${period}`
    this.#credits.set(key, units + (this.#credits.get(key) ?? 0))
  }

  creditsOf(account: string, period: string): number {
    return this.#credits.get(`${account} ${period}`) ?? 0
  }

  accounts(): Iterable<string> {
    return this.#allowanceMax.keys()
  }

  sent(requestId: string, request: Request): void {
    this.#sent.set(requestId, request)
  }

  ended(requestId: string, outcome: ChargeOutcome): void {
    if (outcome.outcome === 'charged') this.#charged.set(requestId, outcome)
    else if (outcome.outcome === 'unknown') this.unanswered++
    else this.#refused.set(requestId, outcome.outcome === 'refused' ? outcome.reason : outcome.outcome)
  }

  /** The figures of one answer: they add up, and confirmed units never decrease. */
  usage(account: string, usage: Usage): void {
    const { allowanceUnits, confirmedUnits, reservedUnits, recoveryHoldUnits } = usage
    const { preparedAvailableUnits, pendingSpentUnits, inFlightReservedUnits, period } = usage
    const values = [allowanceUnits, confirmedUnits, preparedAvailableUnits, pendingSpentUnits, inFlightReservedUnits]
    if (values.some((value) => value < 0)) throw new Error(`usage of ${account} has a negative figure`)
    if (reservedUnits !== preparedAvailableUnits + pendingSpentUnits + inFlightReservedUnits)
      throw new Error(`reserved units of ${account} are not the sum of their parts`)
    if (100 < recoveryHoldUnits || recoveryHoldUnits < 0)
      throw new Error(`${recoveryHoldUnits} units of ${account} are held`)
    if (confirmedUnits <= allowanceUnits && allowanceUnits < confirmedUnits + reservedUnits + recoveryHoldUnits)
      throw new Error(`usage of ${account} exceeds its allowance`)
    const key = `${account} ${period}`
    const before = this.#confirmed.get(key) ?? 0
    if (confirmedUnits < before && !this.mayLose)
      throw new Error(`confirmed units of ${account} went from ${before} to ${confirmedUnits}`)
    this.#confirmed.set(key, confirmedUnits)
  }

  /** Each 200 has exactly one line, no other answer has one, and no month has more than its allowance. */
  compare(lines: readonly JournalLine[], doubts: readonly DoubtRow[]): void {
    const seen = new Set<string>()
    const sums = new Map<string, number>()
    for (const { requestId, account, units, period } of lines) {
      if (seen.has(requestId)) throw new Error(`DOUBLE: ${requestId} has two lines`)
      seen.add(requestId)
      const request = this.#sent.get(requestId)
      if (request === undefined) throw new Error(`${requestId} was never sent`)
      if (request.account !== account || request.units !== units) throw new Error(`${requestId} is another charge`)
      const refused = this.#refused.get(requestId)
      if (refused !== undefined) throw new Error(`CHARGED: ${requestId} was answered ${refused}`)
      const told = this.#charged.get(requestId)
      if (told !== undefined && told.period !== period)
        throw new Error(`${requestId} was told ${told.period} and lies in ${period}`)
      const key = `${account} ${period}`
      sums.set(key, units + (sums.get(key) ?? 0))
    }
    const isDoubted = this.mayLose && doubts.some(({ reason }) => reason === BEHIND)
    const lost = new Map<string, number>()
    for (const requestId of this.#charged.keys()) {
      if (seen.has(requestId) || isDoubted) continue
      const { account, units } = this.#sent.get(requestId)!
      lost.set(account, units + (lost.get(account) ?? 0))
    }
    this.lost = lost.values().reduce((sum, units) => sum + units, 0)
    for (const [account, units] of lost) {
      const known = unitsLeftOut(doubts, account)
      if (known < units) throw new Error(`LOST: ${units} units of ${account} were charged, and ${known} are in doubt`)
    }
    for (const [key, units] of sums) {
      const [account = ''] = key.split(' ')
      const most = (this.#allowanceMax.get(account) ?? 0) + (this.#credits.get(key) ?? 0)
      if (most < units) throw new Error(`OVERSOLD: ${units} of ${most} units of ${key}`)
    }
  }

  get counts() {
    return { sent: this.#sent.size, charged: this.#charged.size, refused: this.#refused.size, unknown: this.unanswered }
  }
}
