import { LEASE_MS, SETTLING_MS } from './limits.ts'
import { writePeriod } from './open-period.ts'
import type { GrantRow, PeriodRow, Rows } from './rows.ts'
import { type LostSettlement, settleLost } from './settle-lost.ts'

/** What there is to clear up: grants of nodes that gave no sign of life, and months that are over. Found without a lock; each is looked at again under one. */
export interface SweepWork {
  readonly grants: readonly GrantRow[]
  readonly periods: readonly PeriodRow[]
  /** Lives whose lease is longer than any that is given: the clock of the books was put back since. */
  readonly overlong: readonly number[]
}

/** How many grants one sweep closes: the next heartbeat goes on. */
const SWEEP_MAX = 200

/** Two transactions of one moment need not agree about the time to the millisecond. */
const OVERLONG_MS = 1_000

export async function findSweepWork(rows: Rows): Promise<SweepWork> {
  const nowMs = await rows.now()
  const grants: GrantRow[] = []
  const overlong: number[] = []
  for (const { incarnation, leaseUntilMs } of await rows.unendedIncarnations()) {
    if (nowMs + LEASE_MS + OVERLONG_MS < leaseUntilMs) overlong.push(incarnation)
    if (nowMs <= leaseUntilMs || SWEEP_MAX <= grants.length) continue
    grants.push(...(await rows.openGrantsOf(incarnation)).slice(0, SWEEP_MAX - grants.length))
  }
  const periods = (await rows.endedPeriods(nowMs - SETTLING_MS)).slice(0, SWEEP_MAX)
  return { grants, periods, overlong }
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

/** Makes an overlong lease one that begins now: who is alive will say so, and who is not is not waited for until the clock has caught up. */
export async function shortenLease(rows: Rows, incarnation: number): Promise<void> {
  const row = await rows.lockIncarnation(incarnation)
  const leaseUntilMs = (await rows.now()) + LEASE_MS
  if (row !== undefined && leaseUntilMs < row.leaseUntilMs) await rows.putIncarnation({ ...row, leaseUntilMs })
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
