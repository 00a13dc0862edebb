import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isDevelopmentOrigin } from '../../access/access.ts'
import { type AccountState, listAccounts } from '../../access/control/accounts.ts'
import { KEY_WARNING_DAYS, listExpiringKeys } from '../../access/control/keys.ts'
import { listProjects } from '../../access/control/projects.ts'
import { isoDay } from '../../stdx/clock.ts'
import { formatCount } from '../../stdx/format-count.ts'
import type { Context } from '../context.ts'
import { readControl } from '../with-control.ts'
import type { Finding } from './finding.ts'

/** A server makes the database at its first start, and so do the commands that write it. */
function hasControl({ dataDir, databaseUrl }: Context): boolean {
  return databaseUrl !== undefined || existsSync(join(dataDir, 'control.db'))
}

export async function accounts(context: Context): Promise<Finding[]> {
  const all = hasControl(context) ? await readControl(context, listAccounts) : []
  const count = (state: AccountState): number => all.filter((account) => account.state === state).length
  const verified = count('verified')
  if (all.length === 0)
    return [{ check: 'accounts', state: 'next', detail: 'there are none; create one with `regista setup NAME`' }]
  if (0 < verified)
    return [{ check: 'accounts', state: 'ok', detail: `${formatCount(verified, 'account')} of ${all.length} can call` }]
  const advice = count('pending') === 0 ? '' : '; `regista account verify ID` lets a pending one call'
  return [{ check: 'accounts', state: 'next', detail: `none of ${all.length} is verified, so none can call${advice}` }]
}

/** Any program on the machine of a visitor can serve a page there. */
export async function origins(context: Context): Promise<Finding[]> {
  const all = hasControl(context) ? await readControl(context, (control) => listProjects(control)) : []
  const open = all.filter(({ origins }) => origins.some(isDevelopmentOrigin))
  return open.map(({ id, origins }) => ({
    check: `project ${id}`,
    state: 'warn',
    detail: `allows the development origins ${origins.filter(isDevelopmentOrigin).join(', ')}; before real use remove them with \`regista project deny-origin ${id} ORIGIN\``,
  }))
}

/** The operator learns that a key is about to end before the customer's requests fail. */
export async function keys(context: Context): Promise<Finding[]> {
  if (!hasControl(context)) return []
  const ending = await readControl(context, listExpiringKeys)
  if (ending.length === 0)
    return [{ check: 'keys', state: 'ok', detail: `none expires within ${KEY_WARNING_DAYS} days` }]
  return ending.map(({ id, expiresAtMs }) => ({
    check: `key ${id}`,
    state: 'bad',
    detail: `expires on ${isoDay(expiresAtMs)}; \`regista key rotate ${id}\` issues its successor`,
  }))
}
