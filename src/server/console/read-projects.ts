import { showAccount } from '../../access/control/accounts.ts'
import { pageOfProjects } from '../../access/control/pages.ts'
import { resolveBrowserBudget } from '../../access/limits/limits.ts'
import { isoTime } from '../../stdx/clock.ts'
import { toOneLine } from '../../stdx/to-one-line.ts'
import { ConsoleError } from './console-error.ts'
import type { ConsoleSources } from './console-sources.ts'

const PROJECTS_SHOWN = 100

/** `/console/api/accounts/ID/projects`: what the pages of an account's projects may do, in order of creation. */
export async function readProjects(sources: ConsoleSources, id: string) {
  const { shown, page } = await sources.withControl(async (control) => ({
    shown: await showAccount(control, id),
    page: await pageOfProjects(control, { account: id, after: 0, limit: PROJECTS_SHOWN }),
  }))
  if (!('account' in shown))
    throw new ConsoleError('unknown_account', 'There is no account with this id. /console/api/accounts lists them.')
  const { account } = shown
  const payer = { id, settings: account.budget, allowanceUnits: account.allowanceUnits }
  return {
    as_of: isoTime(sources.clock.nowMs()),
    account: { id, name: account.name },
    projects: page.rows.map((project) => {
      const budget = resolveBrowserBudget({ id: project.id, settings: project.budget }, payer)
      return {
        id: project.id,
        name: toOneLine(project.name),
        state: project.state,
        client_id: project.clientId,
        origins: project.origins,
        browser_scopes: project.browserScopes,
        browser_budget: {
          is_shared: budget.owner === id,
          units_daily: budget.unitsDaily,
          address_units_daily: budget.addressUnitsDaily,
        },
      }
    }),
    /** Whether it has more projects than are listed. */
    more: page.next !== undefined,
  }
}
