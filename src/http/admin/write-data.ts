import type { Account } from '../../access/control/accounts.ts'
import type { Act } from '../../access/control/acts.ts'
import { endOfKey, type ServerKey } from '../../access/control/keys.ts'
import type { Project } from '../../access/control/projects.ts'
import type { BudgetSettings } from '../../access/limits/limits.ts'
import { isoTime } from '../../stdx/clock.ts'

const timeOrNull = (ms: number | null) => (ms === null ? null : isoTime(ms))

export function writeAccount({ id, name, state, allowanceUnits, budget, createdAtMs, appliedAtMs }: Account) {
  const times = { created_at: isoTime(createdAtMs), applied_at: timeOrNull(appliedAtMs) }
  return { id, name, state, allowance_units: allowanceUnits, browser_budget: writeBudget(budget), ...times }
}

export function writeProject(project: Project) {
  const { id, account, name, clientId, state, scopes, browserScopes, origins, limits, budget } = project
  const ids = { id, account_id: account, name, client_id: clientId, state, scopes, browser_scopes: browserScopes }
  return { ...ids, origins, limits, browser_budget: writeBudget(budget) }
}

export function writeKey(key: ServerKey) {
  const { id, project, name, last4, scopes, createdAtMs, revokedAtMs } = key
  const times = { created_at: isoTime(createdAtMs), expires_at: timeOrNull(endOfKey(key)) }
  return { id, project_id: project, name, last4, scopes, ...times, revoked_at: timeOrNull(revokedAtMs) }
}

export function writeAct({ atMs, account, requestId, ...act }: Act) {
  return { ...act, at: isoTime(atMs), account_id: account, request_id: requestId }
}

function writeBudget({ all, address }: BudgetSettings) {
  return { ...(all !== undefined && { units: all }), ...(address !== undefined && { address_units: address }) }
}

export function readBudget(body: {
  readonly units?: number | null
  readonly address_units?: number | null
}): BudgetSettings {
  return { all: body.units, address: body.address_units } as BudgetSettings
}
