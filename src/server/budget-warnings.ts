import type { BrowserBudget } from '../access/limits/limits.ts'
import type { Log } from '../http/http.ts'

/** Shares of a daily budget at which the operator is warned. */
const WARN_AT = [0.5, 0.8, 1] as const
/** A share that fell by so much and is reached again is warned about again. */
const REFILLED = 0.25

/** Warns once for each budget and share that is reached. The cause is a scraper, or a customer who needs more. */
export class BudgetWarnings {
  readonly #log: Log
  #shares: ReadonlyMap<string, number> = new Map()
  #sharesOfRound = new Map<string, number>()
  readonly #warned = new Map<string, number>()

  constructor(log: Log) {
    this.#log = log
  }

  /** The used share of each budget that is at least half used, by owner, as of the last whole round. */
  get shares(): ReadonlyMap<string, number> {
    return this.#shares
  }

  /** Looks at some budgets. When all were looked at, the round ends. */
  look(budgets: readonly BrowserBudget[], used: (budget: BrowserBudget) => number): void {
    for (const budget of budgets) {
      const { owner, unitsDaily } = budget
      if (unitsDaily === null) continue
      const units = used(budget)
      const share = units / unitsDaily
      // It is refilled again, so reaching a share once more is news.
      const before = Math.min(this.#warned.get(owner) ?? 0, share + REFILLED)
      if (before === 0) this.#warned.delete(owner)
      else this.#warned.set(owner, before)
      if (share < WARN_AT[0]) continue
      this.#sharesOfRound.set(owner, share)
      const reached = Math.max(...WARN_AT.filter((at) => at <= share))
      if (reached <= before) continue
      this.#warned.set(owner, reached)
      this.#log.warn(
        { owner, units, unitsDaily, percent: reached * 100 },
        'browser sessions have used a large share of their budget',
      )
    }
  }

  endRound(): void {
    this.#shares = this.#sharesOfRound
    this.#sharesOfRound = new Map()
  }
}
