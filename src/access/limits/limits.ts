/** How often something may happen to one subject, and how many units browser sessions may use in a day. */
export { type BrowserBudget, type BudgetSettings, resolveBrowserBudget } from './browser-budget.ts'
export { BrowserSpending } from './browser-spending.ts'
export { Concurrency } from './concurrency.ts'
export { parseLimits } from './limit-file.ts'
export { LIMIT_NAMES, LIMITS, type Limit, type LimitName, type LimitSettings } from './limit-settings.ts'
export { LimitTable } from './limit-table.ts'
export { Limiter, type TakeOutcome } from './limiter.ts'
