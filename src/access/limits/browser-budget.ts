/** What browser sessions may use in a day. */
export interface BrowserBudget {
  /** The id of the account that the projects without a budget of their own share it in, or of the one project whose own it is. */
  readonly owner: string
  /** All sessions together; null: no limit. */
  readonly unitsDaily: number | null
  /** One address within it: an IPv4 address, or a /64 of IPv6; null: no limit. */
  readonly addressUnitsDaily: number | null
}

/** What the operator has set. Undefined: the default; null: no limit. */
export interface BudgetParts {
  readonly all?: number | null | undefined
  readonly address?: number | null | undefined
}

export interface BudgetOwner {
  readonly id: string
  readonly parts: BudgetParts | undefined
}

/**
 * A project that has a budget of its own keeps it: it takes nothing from the account's, and one address may use all of it unless the operator has set a part. All other projects of an
 * account share one.
 */
export function browserBudget(
  project: BudgetOwner,
  account: BudgetOwner & { readonly allowanceUnits: number },
): BrowserBudget {
  if (project.parts?.all !== undefined) {
    const { all, address = null } = project.parts
    return { owner: project.id, unitsDaily: all, addressUnitsDaily: address }
  }
  const { all = defaultUnits(account.allowanceUnits), address = addressPart(all) } = account.parts ?? {}
  return { owner: account.id, unitsDaily: all, addressUnitsDaily: address }
}

/** A client id and an origin can be copied from a page, so without this a stranger could use up the allowance in minutes. */
function defaultUnits(allowanceUnits: number): number {
  return Math.max(1_000, Math.floor(allowanceUnits / 10))
}

/** A tenth: one address cannot use up what all visitors share. */
function addressPart(unitsDaily: number | null): number | null {
  return unitsDaily === null ? null : Math.max(1, Math.floor(unitsDaily / 10))
}
