import { BrowserSpending, type LimitTable } from '../access/limits/limits.ts'
import { type AccessSnapshot, listBudgets } from '../access/view/view.ts'
import type { Log } from '../http/http.ts'
import { monotonicClock } from '../stdx/monotonic-clock.ts'
import { takeSome } from '../stdx/take-some.ts'
import { BudgetWarnings } from './budget-warnings.ts'

export interface WatchedBudgets extends Disposable {
  /** The used share of each budget that is at least half used, by account or project. */
  shares(): ReadonlyMap<string, number>
}

const LOOK_EVERY_MS = 1_000
/** So many projects are looked at in one turn: some milliseconds. A hundred thousand take a hundred turns. */
const LOOK_AT_ONCE = 1_000

/** Warns the operator about budgets of browser sessions that are nearly used up. */
export function watchBrowserBudgets(
  table: LimitTable,
  {
    log,
    access,
    servers,
  }: { readonly log: Log; readonly access: () => AccessSnapshot; readonly servers: () => number },
): WatchedBudgets {
  const spending = new BrowserSpending(table, { servers, nowMs: () => monotonicClock.monotonicMs() })
  const warnings = new BudgetWarnings(log)
  let round = listBudgets(access())
  const look = (): void => {
    const some = takeSome(round, LOOK_AT_ONCE)
    // Each server allows its share and counts its own units.
    warnings.look(some, (budget) => spending.usedUnits(budget) * servers())
    if (some.length === LOOK_AT_ONCE) return
    warnings.endRound()
    round = listBudgets(access())
  }
  const timer = setInterval(look, LOOK_EVERY_MS).unref()
  return { shares: () => warnings.shares, [Symbol.dispose]: () => clearInterval(timer) }
}
