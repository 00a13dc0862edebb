import type { Log } from '../http/http.ts'
import type { BudgetedProject } from './budgeted-projects.ts'

/** Shares of a daily budget at which the operator is warned. */
const WARN_AT = [0.5, 0.8, 1] as const

/** Warns once a day for each budget and share. The cause is a scraper, or a customer who needs a larger budget. */
export class BudgetWarnings {
  readonly #log: Log
  #shares: ReadonlyMap<string, number> = new Map()
  #warned = new Map<string, number>()

  constructor(log: Log) {
    this.#log = log
  }

  /** The used share of each budget that is at least half used, by owner. */
  get shares(): ReadonlyMap<string, number> {
    return this.#shares
  }

  beginDay(): void {
    this.#warned = new Map()
  }

  look(projects: readonly BudgetedProject[], used: (owner: string) => number): void {
    const shares = new Map<string, number>()
    for (const { owner, unitsDaily } of new Map(projects.map(({ budget }) => [budget.owner, budget])).values()) {
      if (unitsDaily === null) continue
      const units = used(owner)
      const share = units / unitsDaily
      if (share < WARN_AT[0]) continue
      shares.set(owner, share)
      const reached = Math.max(...WARN_AT.filter((at) => at <= share))
      if (reached <= (this.#warned.get(owner) ?? 0)) continue
      this.#warned.set(owner, reached)
      this.#log.warn(
        { owner, units, unitsDaily, percent: reached * 100 },
        'browser sessions have used a large share of their daily budget',
      )
    }
    this.#shares = shares
  }
}
