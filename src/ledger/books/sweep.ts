import { SETTLING_MS } from './limits.ts'
import { writePeriod } from './open-period.ts'
import type { GrantRow, PeriodRow, Rows } from './rows.ts'
import { type LostSettlement, settleLost } from './settle-lost.ts'

/** What there is to clear up: grants of nodes that gave no sign of life, and months that are over. Found without a lock; each is looked at again under one. */
export interface SweepWork {
  readonly grants: readonly GrantRow[]
  readonly periods: readonly PeriodRow[]
}

/** How many grants one sweep closes: the next heartbeat goes on. */
const SWEEP_MAX = 200

export async function findSweepWork(rows: Rows): Promise<SweepWork> {
  const nowMs = await rows.now()
  const grants: GrantRow[] = []
  for (const { incarnation, leaseUntilMs } of await rows.unendedIncarnations()) {
    if (nowMs <= leaseUntilMs || SWEEP_MAX <= grants.length) continue
    grants.push(...(await rows.openGrantsOf(incarnation)).slice(0, SWEEP_MAX - grants.length))
  }
  const periods = (await rows.endedPeriods(nowMs - SETTLING_MS)).slice(0, SWEEP_MAX)
  return { grants, periods }
}

/** Closes a grant whose node's lease has run out, if that is still so. */
export async function sweepGrant(
  rows: Rows,
  { id, account, period: name }: GrantRow,
): Promise<LostSettlement | undefined> {
  const period = await rows.lockPeriod(account, name)
  const grant = await rows.lockGrant(id)
  if (period === undefined || grant === undefined || grant.state === 'closed') return undefined
  const incarnation = await rows.lockIncarnation(grant.incarnation)
  if (incarnation !== undefined && (await rows.now()) <= incarnation.leaseUntilMs) return undefined
  return await settleLost(rows, period, grant)
}

/** Ends a month: what its grants still have lapses, their unacknowledged lines become the hold, and from then on nothing of it changes. */
export async function endPeriod(rows: Rows, { account, period: name }: PeriodRow): Promise<void> {
  let period = await rows.lockPeriod(account, name)
  if (period === undefined || period.state === 'closed') return
  for (const grant of await rows.lockOpenGrants(account, name)) {
    await settleLost(rows, period, grant)
    period = (await rows.lockPeriod(account, name))!
  }
  await writePeriod(rows, { ...period, state: 'closed' })
}
