/** The units that browser sessions may use in a day. */
export interface BrowserBudget {
  /** The id of the account whose projects share it, or of the project that has its own. */
  readonly owner: string
  /** All sessions together; null: no limit. */
  readonly unitsDaily: number | null
  /** The part for one IPv4 address or one /64 of IPv6; null: no limit. */
  readonly addressUnitsDaily: number | null
}

/** The operator's settings. Undefined: the default; null: no limit. */
export interface BudgetSettings {
  readonly all?: number | null | undefined
  readonly address?: number | null | undefined
}

export interface BudgetOwner {
  readonly id: string
  readonly settings: BudgetSettings | undefined
}

/**
 * A project with its own budget takes nothing from its account's. One address may use all of it unless the operator has
 * set a part. The other projects of an account share the account's budget.
 */
export function resolveBrowserBudget(
  project: BudgetOwner,
  account: BudgetOwner & { readonly allowanceUnits: number },
): BrowserBudget {
  if (project.settings?.all !== undefined) {
    const { all, address = null } = project.settings
    return { owner: project.id, unitsDaily: all, addressUnitsDaily: address }
  }
  const { all = defaultUnits(account.allowanceUnits), address = addressPart(all) } = account.settings ?? {}
  return { owner: account.id, unitsDaily: all, addressUnitsDaily: address }
}

/** A client id can be copied from a page. Without a budget a stranger could use up the allowance in minutes. */
function defaultUnits(allowanceUnits: number): number {
  return Math.max(1_000, Math.floor(allowanceUnits / 10))
}

/** A tenth: one address cannot use up the budget of all visitors. */
function addressPart(unitsDaily: number | null): number | null {
  return unitsDaily === null ? null : Math.max(1, Math.floor(unitsDaily / 10))
}
