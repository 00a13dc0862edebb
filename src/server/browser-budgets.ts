import { type BrowserBudget, BrowserSpending, type LimitTable, resolveBrowserBudget } from '../access/limits/limits.ts'
import type { AccessSnapshot } from '../access/view/view.ts'
import type { Log } from '../http/http.ts'
import { monotonicClock } from '../stdx/monotonic-clock.ts'
import { BudgetWarnings } from './budget-warnings.ts'

export interface WatchedBudgets extends Disposable {
  /** The used share of each budget that is at least half used, by account or project. */
  shares(): ReadonlyMap<string, number>
}

const LOOK_EVERY_MS = 1_000

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
  const look = (): void =>
    warnings.look(listBudgets(access()), (budget) => {
      // Each server allows its share and counts its own units.
      return spending.usedUnits(budget) * servers()
    })
  const timer = setInterval(look, LOOK_EVERY_MS).unref()
  return { shares: () => warnings.shares, [Symbol.dispose]: () => clearInterval(timer) }
}

/** The budgets of all projects that have web pages, each once. */
function listBudgets({ accounts, projects, budgets }: AccessSnapshot): BrowserBudget[] {
  const allowances = new Map(accounts.map(([id, , , allowanceUnits]) => [id, allowanceUnits]))
  const found = projects.flatMap(([project, , account, , , , , origins]) => {
    if (origins.length === 0) return []
    const payer = { id: account, settings: budgets.get(account), allowanceUnits: allowances.get(account) ?? 0 }
    return [resolveBrowserBudget({ id: project, settings: budgets.get(project) }, payer)]
  })
  return [...new Map(found.map((budget) => [budget.owner, budget])).values()]
}
