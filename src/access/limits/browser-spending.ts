import type { Ip } from '../network/ip.ts'
import { nearNetwork } from '../network/ip-network.ts'
import type { BrowserBudget } from './browser-budget.ts'
import { UnitCounts } from './unit-counts.ts'

/** A day and the units that browser sessions have used in it. It can be sent to other threads. */
export interface SharedDay {
  readonly endsAtMs: number
  readonly counts: SharedArrayBuffer
}

export type SpendOutcome =
  | { readonly outcome: 'taken'; returnUnits(): void }
  | { readonly outcome: 'spent'; readonly part: 'all' | 'address'; readonly endsAtMs: number }

/**
 * The daily budgets of browser sessions, for one thread. All threads count in the same memory, so together they never
 * exceed a budget. The main thread adds from the books the units that other servers charged. Addresses are counted by
 * each server alone, and each allows its share.
 */
export class BrowserSpending {
  readonly #nodes: () => number
  #counts: UnitCounts
  #endsAtMs: number

  constructor(day: SharedDay, nodes: () => number) {
    this.#nodes = nodes
    this.#counts = new UnitCounts(day.counts)
    this.#endsAtMs = day.endsAtMs
  }

  begin(day: SharedDay): void {
    this.#counts = new UnitCounts(day.counts)
    this.#endsAtMs = day.endsAtMs
  }

  /** Counts the units before the request is charged. Call `returnUnits` if it is not charged. */
  take({ owner, unitsDaily, addressUnitsDaily }: BrowserBudget, ip: Ip, units: number): SpendOutcome {
    const counts = this.#counts
    const address = `${owner} ${nearNetwork(ip)}`
    const endsAtMs = this.#endsAtMs
    const addressMost = addressUnitsDaily === null ? Infinity : Math.ceil(addressUnitsDaily / this.#nodes())
    if (counts.take(address, units, addressMost) === 'spent') return { outcome: 'spent', part: 'address', endsAtMs }
    if (counts.take(owner, units, unitsDaily ?? Infinity) === 'spent') {
      counts.add(address, -units)
      return { outcome: 'spent', part: 'all', endsAtMs }
    }
    return {
      outcome: 'taken',
      returnUnits() {
        counts.add(address, -units)
        counts.add(owner, -units)
      },
    }
  }
}
