import { DAY_MS } from '../../stdx/time-units.ts'
import type { Ip } from '../network/ip.ts'
import { nearNetwork } from '../network/ip-network.ts'
import type { BrowserBudget } from './browser-budget.ts'
import type { LimitTable } from './limit-table.ts'

export type SpendOutcome =
  | { readonly outcome: 'taken'; returnUnits(): void }
  | { readonly outcome: 'spent'; readonly part: 'all' | 'address'; readonly retryAfterMs: number }

/**
 * The budgets of browser sessions as rate limits in units: a budget may be used at once, and is refilled over a day. So
 * in any day at most twice the budget is used. Each of several servers allows its share, rounded up, as with all
 * limits. One that starts allows its whole share: what it had used is forgotten, and an empty share would refuse pages
 * for hours. A budget that the operator changes begins anew: the rows hold times, and a
 * used up day would stay used up.
 */
export class BrowserSpending {
  readonly #table: LimitTable
  readonly #servers: () => number
  readonly #nowMs: () => number

  constructor(table: LimitTable, { servers, nowMs }: { readonly servers: () => number; readonly nowMs: () => number }) {
    this.#table = table
    this.#servers = servers
    this.#nowMs = nowMs
  }

  /** Counts the units before the request is charged. Call `returnUnits` if it is not charged. */
  take({ owner, unitsDaily, addressUnitsDaily }: BrowserBudget, ip: Ip, units: number): SpendOutcome {
    const address = this.#draw(`${ADDRESS}${addressUnitsDaily} ${owner} ${nearNetwork(ip)}`, addressUnitsDaily, units)
    if (0 < address.waitMs) return { outcome: 'spent', part: 'address', retryAfterMs: address.waitMs }
    const all = this.#draw(`${ALL}${unitsDaily} ${owner}`, unitsDaily, units)
    if (0 < all.waitMs) {
      address.giveBack()
      return { outcome: 'spent', part: 'all', retryAfterMs: all.waitMs }
    }
    return {
      outcome: 'taken',
      returnUnits() {
        address.giveBack()
        all.giveBack()
      },
    }
  }

  /** The units that were used and are not refilled yet, on this server. */
  usedUnits({ owner, unitsDaily }: BrowserBudget): number {
    if (unitsDaily === null) return 0
    const aheadMs = this.#table.aheadMs(`${ALL}${unitsDaily} ${owner}`, this.#nowMs())
    return Math.round((aheadMs / DAY_MS) * this.#share(unitsDaily))
  }

  #draw(subject: string, unitsDaily: number | null, cost: number) {
    if (unitsDaily === null) return NO_LIMIT
    const share = this.#share(unitsDaily)
    const intervalMs = DAY_MS / Math.max(1, share)
    // With many servers a share is less than one request, and one still fits into the budget.
    const burst = Math.max(share, Math.min(cost, unitsDaily))
    const waitMs = burst < cost ? DAY_MS : this.#table.take(subject, { intervalMs, burst, cost, nowMs: this.#nowMs() })
    return { waitMs, giveBack: () => this.#table.giveBack(subject, intervalMs * cost) }
  }

  #share(unitsDaily: number): number {
    return Math.ceil(unitsDaily / this.#servers())
  }
}

const NO_LIMIT = { waitMs: 0, giveBack: () => undefined }

/** The prefixes of other limits are capital letters. */
const ALL = 'a'
const ADDRESS = 'b'
