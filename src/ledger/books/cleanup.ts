import { DAMAGED } from './damage.ts'
import { LEASE_MS, SETTLING_MS } from './limits.ts'
import { lockOpenGrant, requireAllOpenGrants } from './open-grant.ts'
import { writePeriod } from './open-period.ts'
import type { GrantRow, PeriodRow } from './rows.ts'
import { type LostSettlement, settleLost } from './settle-lost.ts'
import type { Rows } from './store.ts'

/**
 * Grants of nodes without a lease, and months that are over. They are read without a lock, and checked again under
 * one.
 */
export interface CleanupWork {
  /** The database's clock when the work was found. */
  readonly nowMs: number
  readonly grants: readonly GrantRow[]
  readonly periods: readonly PeriodRow[]
  /** Incarnations whose lease is longer than any that the ledger gives: the database's clock was put back since. */
  readonly overlong: readonly number[]
}

/** Grants and months that one cleanup handles. */
const CLEANUP_MAX = 200

/** Clocks that two concurrent transactions read may differ by this much. */
const OVERLONG_MS = 1_000

/**
 * `round`: if there are too many months for one round, the next round takes others, because some may have to wait.
 */
export async function findCleanupWork(rows: Rows, round = 0): Promise<CleanupWork> {
  const { clockMs: nowMs, ledgerMs } = await rows.times()
  const { finalMs } = await rows.ledgerTime()
  const isWhole = await readIsUndamaged(rows)
  const grants: GrantRow[] = []
  for (const incarnation of await rows.lapsedIncarnations(nowMs)) {
    if (CLEANUP_MAX <= grants.length) break
    const open = (await rows.openGrantsOf(incarnation)).filter(isWhole)
    grants.push(...open.slice(0, CLEANUP_MAX - grants.length))
  }
  const overlong = await rows.overlongIncarnations(nowMs + LEASE_MS + OVERLONG_MS)
  const unsettled = await rows.unsettledPeriods(ledgerMs - SETTLING_MS)
  const final = await rows.openPeriodsUntil(finalMs)
  const ended = [...unsettled, ...final.filter(({ reserved, exposure }) => reserved + exposure === 0)].filter(isWhole)
  return { nowMs, grants, periods: pickRound(ended, round), overlong }
}

function pickRound<T>(all: readonly T[], round: number): T[] {
  const rounds = Math.max(1, Math.ceil(all.length / CLEANUP_MAX))
  const from = (round % rounds) * CLEANUP_MAX
  return all.slice(from, from + CLEANUP_MAX)
}

/**
 * Returns a function that tells whether an account is undamaged. A damaged account waits for the operator and delays
 * no other.
 */
async function readIsUndamaged(rows: Rows): Promise<(of: { readonly account: string }) => boolean> {
  const open = (await rows.doubts()).filter(({ reason, resolvedAtMs }) => reason === DAMAGED && resolvedAtMs === null)
  const damaged = new Set(open.map(({ account }) => account))
  return ({ account }) => !damaged.has(account)
}

export async function findUndamagedGrants(rows: Rows, incarnation: number): Promise<GrantRow[]> {
  return (await rows.openGrantsOf(incarnation)).filter(await readIsUndamaged(rows))
}

/** Closes a grant if its node still has no lease. */
export async function settleIfLost(rows: Rows, place: GrantRow): Promise<LostSettlement | undefined> {
  const found = await lockOpenGrant(rows, place)
  if (found === undefined) return undefined
  const { period, grant } = found
  if (await hasLease(rows, grant.incarnation)) return undefined
  return await settleLost(rows, period, grant)
}

async function hasLease(rows: Rows, incarnation: number): Promise<boolean> {
  const row = await rows.lockIncarnation(incarnation)
  return row !== undefined && (await rows.now()) <= row.leaseUntilMs
}

/**
 * Makes an overlong lease one that begins now. A living node will renew it; a lost one is not waited for until the
 * clock has caught up.
 */
export async function shortenLease(rows: Rows, incarnation: number): Promise<void> {
  const row = await rows.lockIncarnation(incarnation)
  const leaseUntilMs = (await rows.now()) + LEASE_MS
  if (row !== undefined && leaseUntilMs < row.leaseUntilMs) await rows.putIncarnation({ ...row, leaseUntilMs })
}

/**
 * `settled`: the month has no open grants and is not final yet. `waits`: a living node has not closed its grant, or the
 * ledger has returned to the month.
 */
export type MonthEnd = 'ended' | 'settled' | 'waits'

/**
 * Settles what is left of a month that is over, and closes the month if it is final: nothing of it changes after
 * that. Grants of incarnations without a lease are settled as lost: their free units lapse, and their unacknowledged
 * lines become the hold. A node with a lease closes its own grants, because only it knows what it has answered; until
 * then the month waits.
 * `by` is the calling incarnation. It holds no grant of the month. If the books have one, its outcome was lost and
 * the node charges nothing to it. That is so only while the month is over: a call that was delayed while the ledger
 * returned to the month would settle grants that the node charges now. The month is locked before ledger time is read,
 * and every new grant needs that lock too, so none is opened in between.
 */
export async function endPeriod(rows: Rows, { account, period: name }: PeriodRow, by: number): Promise<MonthEnd> {
  let period = await rows.lockPeriod(account, name)
  if (period === undefined || period.state === 'closed') return 'ended'
  if ((await rows.times()).ledgerMs < period.endsAtMs) return 'waits'
  const grants = await rows.lockOpenGrants(account, name)
  requireAllOpenGrants(period, grants)
  let waitsFor = 0
  for (const grant of grants) {
    if (grant.incarnation !== by && (await hasLease(rows, grant.incarnation))) waitsFor++
    else await settleLost(rows, period, grant)
    period = (await rows.lockPeriod(account, name))!
  }
  if (0 < waitsFor) return 'waits'
  if ((await rows.ledgerTime()).finalMs < period.endsAtMs) return 'settled'
  await writePeriod(rows, { ...period, state: 'closed' })
  return 'ended'
}
