import { showAccount } from '../../access/control/accounts.ts'
import { listProjects } from '../../access/control/projects.ts'
import { resolveBrowserBudget } from '../../access/limits/limits.ts'
import { isoTime } from '../../stdx/clock.ts'
import { toOneLine } from '../../stdx/to-one-line.ts'
import { ConsoleError } from './console-error.ts'
import type { ConsoleSources } from './console-sources.ts'

/** `/console/api/accounts/ID/projects`: what the pages of an account's projects may do, in order of creation. */
export async function readProjects(sources: ConsoleSources, id: string) {
  const { shown, projects } = await sources.withControl(async (control) => ({
    shown: await showAccount(control, id),
    projects: await listProjects(control, id),
  }))
  if (!('account' in shown))
    throw new ConsoleError('unknown_account', 'There is no account with this id. /console/api/accounts lists them.')
  const { account } = shown
  const payer = { id, settings: account.budget, allowanceUnits: account.allowanceUnits }
  return {
    as_of: isoTime(sources.clock.nowMs()),
    account: { id, name: account.name },
    projects: projects.map((project) => {
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
  }
}
