import { type BrowserBudget, resolveBrowserBudget } from '../access/limits/limits.ts'
import type { AccessSnapshot } from '../access/view/view.ts'

/** A project that has web pages, and the daily budget that they use. */
export interface BudgetedProject {
  readonly project: string
  readonly clientId: string
  readonly budget: BrowserBudget
}

export function listBudgetedProjects({ accounts, projects, budgets }: AccessSnapshot): BudgetedProject[] {
  const allowances = new Map(accounts.map(([id, , , allowanceUnits]) => [id, allowanceUnits]))
  return projects.flatMap(([project, , account, clientId, , , , origins]) => {
    if (origins.length === 0) return []
    const payer = { id: account, settings: budgets.get(account), allowanceUnits: allowances.get(account) ?? 0 }
    return [{ project, clientId, budget: resolveBrowserBudget({ id: project, settings: budgets.get(project) }, payer) }]
  })
}
