import { type BrowserBudget, resolveBrowserBudget } from '../access/limits/limits.ts'
import type { AccessSnapshot } from '../access/view/view.ts'

/** The budgets of all projects that have web pages, each once. */
export function listBudgets({ accounts, projects, budgets }: AccessSnapshot): BrowserBudget[] {
  const allowances = new Map(accounts.map(([id, , , allowanceUnits]) => [id, allowanceUnits]))
  const found = projects.flatMap(([project, , account, , , , , origins]) => {
    if (origins.length === 0) return []
    const payer = { id: account, settings: budgets.get(account), allowanceUnits: allowances.get(account) ?? 0 }
    return [resolveBrowserBudget({ id: project, settings: budgets.get(project) }, payer)]
  })
  return [...new Map(found.map((budget) => [budget.owner, budget])).values()]
}
