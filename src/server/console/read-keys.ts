import { listAccounts } from '../../access/control/accounts.ts'
import { KEY_WARNING_DAYS, listExpiringKeys } from '../../access/control/keys.ts'
import { listProjects } from '../../access/control/projects.ts'
import { isoTime } from '../../stdx/clock.ts'
import { DAY_MS } from '../../stdx/time-units.ts'
import type { ConsoleSources } from './console-sources.ts'

/** `/console/api/keys`: working keys that expire soon, the first to expire first. */
export async function readKeys(sources: ConsoleSources) {
  const nowMs = sources.clock.nowMs()
  const { keys, projects, accounts } = await sources.withControl(async (control) => ({
    keys: await listExpiringKeys(control),
    projects: new Map((await listProjects(control)).map((project) => [project.id, project])),
    accounts: new Map((await listAccounts(control)).map((account) => [account.id, account])),
  }))
  return {
    as_of: isoTime(nowMs),
    warning_days: KEY_WARNING_DAYS,
    keys: keys.map(({ id, name, last4, project, expiresAtMs }) => {
      const { name: projectName = null, account = null } = projects.get(project) ?? {}
      return {
        id,
        name,
        last4,
        project: { id: project, name: projectName },
        account: { id: account, name: account === null ? null : (accounts.get(account)?.name ?? null) },
        expires_at: isoTime(expiresAtMs),
        days_left: Math.floor((expiresAtMs - nowMs) / DAY_MS),
      }
    }),
  }
}
