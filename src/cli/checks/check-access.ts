import { isDevelopmentOrigin } from '../../access/access.ts'
import { type Account, listAccounts, wantedStateOf } from '../../access/control/accounts.ts'
import { KEY_WARNING_DAYS, listExpiringKeys } from '../../access/control/keys.ts'
import { listProjects } from '../../access/control/projects.ts'
import { type AccountDifference, findDifferences, formatDifferences } from '../../ledger/account-differences.ts'
import { isoDay } from '../../stdx/clock.ts'
import { formatCount, formatNumber } from '../../stdx/format-count.ts'
import type { Context } from '../context.ts'
import { tryWithBooks } from '../with-books.ts'
import { hasControl, readControl } from '../with-control.ts'
import type { Finding } from './finding.ts'

/** A server makes the database at its first start, and so do the commands that write it. */
export async function accounts(context: Context): Promise<Finding[]> {
  const all = hasControl(context) ? await readControl(context, listAccounts) : []
  if (all.length === 0)
    return [{ check: 'accounts', state: 'next', detail: 'there are none; create one with `regista setup NAME`' }]
  const differences = await compareWithBooks(context, all)
  const pending = new Set(all.filter(({ appliedAtMs }) => appliedAtMs === null).map(({ id }) => id))
  const wrong = differences.filter(({ account }) => !pending.has(account))
  return [describeCallers(all, differences), ...(wrong.length === 0 ? [] : [describeWrong(wrong)])]
}

/** How many accounts can call, and what the others wait for. */
function describeCallers(all: readonly Account[], differences: readonly AccountDifference[]): Finding {
  const verified = all.filter(({ state }) => state === 'verified')
  if (verified.length === 0) {
    const isPending = all.some(({ state }) => state === 'pending')
    const advice = isPending ? '; `regista account verify ID` lets a pending one call' : ''
    return { check: 'accounts', state: 'next', detail: `none of ${all.length} is verified, so none can call${advice}` }
  }
  const differing = new Set(differences.map(({ account }) => account))
  const able = verified.filter(({ id }) => !differing.has(id)).length
  const waiting = verified.filter(({ id, appliedAtMs }) => differing.has(id) && appliedAtMs === null).length
  const detail = `${formatCount(able, 'account')} of ${all.length} can call`
  if (waiting === 0) return { check: 'accounts', state: able === 0 ? 'next' : 'ok', detail }
  const more = `${formatNumber(waiting)} more when a server has passed changes to the books`
  return { check: 'accounts', state: 'next', detail: `${detail}, ${more}: \`regista serve\` does that at its start` }
}

/** They were passed once, and other books have taken the place of those. */
function describeWrong(wrong: readonly AccountDifference[]): Finding {
  const detail = `the books differ in ${formatCount(wrong.length, 'account')}: ${formatDifferences(wrong)}. A server passes them again when it starts: start it, or restart it`
  return { check: 'accounts', state: 'bad', detail }
}

/** Without books all accounts are missing in them. */
async function compareWithBooks(context: Context, all: readonly Account[]): Promise<AccountDifference[]> {
  const wanted = all.map(wantedStateOf)
  const found = await tryWithBooks(context, (books) => findDifferences(books, wanted))
  return found ?? wanted.map((state) => ({ ...state, found: undefined }))
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
