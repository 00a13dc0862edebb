import type { Month } from '../calendar.ts'
import { throwIfDamaged } from './damage.ts'
import { checkPeriod, countUnallocatedUnits } from './equations.ts'
import { chooseGrantSize } from './grant-size.ts'
import { EARLY_MS, EXPOSURE_MIN, HOLD_MAX, PREPARE_MS, RECALL_MS } from './limits.ts'
import { requirePeriodAndGrant } from './open-grant.ts'
import { lockOrOpenPeriod, writeGrant, writePeriod } from './open-period.ts'
import type { GrantRow, PeriodRow } from './rows.ts'
import { findRunningMonth, monthOfRow } from './running-month.ts'
import type { Rows } from './store.ts'

/** A request for a new grant (version 0), or for more units in an open one. */
export interface AcquireRequest {
  readonly grant: number
  /** The version that the requesting node knows. */
  readonly version: number
  readonly account: string
  /** For a new grant: the month that the node takes for the running one. */
  readonly month: Month
  readonly incarnation: number
  /** Units of the grant that the node has answered with success so far. */
  readonly acked?: number
  /** The grant is for the next month, which begins within PREPARE_MS. */
  readonly isPrepared?: boolean
  readonly least: number
  readonly wanted: number
  /** `sole`: no other node shares the books, and a restart resolves everything. Exposure needs no limit. */
  readonly shape: 'sole' | 'shared'
}

export type AcquireOutcome =
  | {
      readonly outcome: 'granted'
      readonly grant: GrantRow
      /** The month of the grant. Its end stands in the books, whatever the calendar of the node says. */
      readonly month: Month
      readonly unallocated: number
      /** The account was suspended after an earlier request was granted: the node returns these units unused. */
      readonly isSuspended: boolean
    }
  | {
      readonly outcome: 'short'
      readonly month: Month
      /** Units that no node has certainly charged. A charge for more can never succeed in this month. */
      readonly unsold: number
      /** The part of `unsold` that other nodes hold. The books have asked them to return it. */
      readonly elsewhere: number
    }
  | {
      readonly outcome:
        | 'unknown_account'
        | 'suspended'
        | 'period_over'
        | 'not_yet'
        | 'grant_closed'
        | 'fenced'
        | 'damaged'
    }

/** Grants units under the lock of the month: two nodes that race for the last units cannot both get them. */
export async function acquire(rows: Rows, request: AcquireRequest): Promise<AcquireOutcome> {
  const account = await rows.lockAccount(request.account)
  if (account === undefined) return { outcome: 'unknown_account' }
  const earlier = await findEarlierGrant(rows, request, { isSuspended: account.state === 'suspended' })
  if (earlier !== undefined) return earlier
  if (account.state === 'suspended') return { outcome: 'suspended' }
  const { clockMs, ledgerMs } = await rows.times()
  const row = await rows.lockPeriod(request.account, request.month.period)
  const month = await findRunningMonth(rows, { account: request.account, expected: request.month, row })
  const isOver = month.endsAtMs <= ledgerMs || (0 < request.version && month.period !== request.month.period)
  if (isOver) return { outcome: 'period_over' }
  if (ledgerMs + (request.isPrepared === true ? PREPARE_MS : EARLY_MS) < month.startsAtMs) return { outcome: 'not_yet' }
  const period = row?.period === month.period ? row : await lockOrOpenPeriod(rows, account, month)
  if (period.state === 'closed') return { outcome: 'period_over' }
  throwIfDamaged(checkPeriod(period))
  const written = await rows.lockGrant(request.grant)
  const known = written && withReportedAcks(written, request)
  if (known !== undefined && known.state === 'closed') return { outcome: 'grant_closed' }
  if (known !== undefined) requirePeriodAndGrant(period, known)
  const incarnation = await rows.shareIncarnation(request.incarnation)
  if (incarnation === undefined || incarnation.state !== 'live') return { outcome: 'fenced' }

  const nodes = await rows.livingIncarnations(clockMs)
  const recalled = clockMs < period.recallUntilMs ? 'recalled' : 'not_recalled'
  // The request was delayed until its month had begun. Its node may have asked again and learnt that it has no grant,
  // so the books must not create one now.
  const isLate = request.isPrepared === true && month.startsAtMs <= ledgerMs
  const wanted = isLate ? 0 : request.wanted
  const size = chooseGrantSize({ ...request, wanted, unallocated: countUnallocatedUnits(period), nodes, recalled })
  if (size === 0) {
    if (known !== undefined && known.acked !== written?.acked) await writeGrant(rows, known)
    return recallUnits(rows, { period, request, clockMs })
  }
  const exposure = known?.exposure ?? limitExposure(period, request, nodes)
  const grant = enlargeGrant(known ?? createGrant({ ...request, month }, exposure), size)
  const taken = known === undefined ? exposure : 0
  const after = { ...period, reserved: period.reserved + size, exposure: period.exposure + taken }
  await writePeriod(rows, after)
  await writeGrant(rows, grant)
  return { outcome: 'granted', grant, month, unallocated: countUnallocatedUnits(after), isSuspended: false }
}

/**
 * Finds what an earlier copy of this request was granted, because its answer was lost. This comes first, even if the
 * month or the account has ended: the node must learn of its grant, or its units stay unused for ever.
 */
async function findEarlierGrant(
  rows: Rows,
  { grant: id, version }: AcquireRequest,
  { isSuspended }: { readonly isSuspended: boolean },
): Promise<AcquireOutcome | undefined> {
  const known = await rows.grant(id)
  if (known === undefined || known.version <= version) return undefined
  const period = await rows.lockPeriod(known.account, known.period)
  const grant = await rows.lockGrant(id)
  if (period === undefined || grant === undefined || grant.state === 'closed') return { outcome: 'grant_closed' }
  const month = monthOfRow(period)
  return { outcome: 'granted', grant, month, unallocated: countUnallocatedUnits(period), isSuspended }
}

/**
 * Counts units that the node has answered since its last heartbeat as charged. Without this the answer that the month
 * is used up would have to wait for a heartbeat.
 */
function withReportedAcks(grant: GrantRow, { acked = 0 }: AcquireRequest): GrantRow {
  return grant.acked < acked && acked <= grant.spent ? { ...grant, acked } : grant
}

function createGrant({ grant, account, month, incarnation }: AcquireRequest, exposure: number): GrantRow {
  const counts = { size: 0, spent: 0, acked: 0, version: 0, inFlightHint: 0 }
  return { id: grant, account, period: month.period, incarnation, exposure, state: 'open', ...counts }
}

function enlargeGrant(grant: GrantRow, units: number): GrantRow {
  return { ...grant, size: grant.size + units, version: grant.version + 1 }
}

/**
 * Keeps the exposures of the open grants and the hold within the hold's limit. Each grant may always write one
 * request at a time.
 */
function limitExposure(period: PeriodRow, { shape }: AcquireRequest, nodes: number): number {
  if (shape === 'sole') return 0
  const share = Math.max(EXPOSURE_MIN, Math.floor(HOLD_MAX / (nodes + 1)))
  return Math.max(1, Math.min(share, HOLD_MAX - period.hold - period.exposure))
}

async function recallUnits(
  rows: Rows,
  { period, request, clockMs }: { period: PeriodRow; request: AcquireRequest; clockMs: number },
): Promise<AcquireOutcome> {
  const grants = await rows.openGrants(request.account, period.period)
  // A line that is not acknowledged may become void, and its units can then be charged again.
  const charged = grants.reduce((sum, grant) => sum + grant.acked, 0)
  const unsold = Math.max(0, period.allowance - period.confirmed - period.hold - charged)
  const others = grants.filter(({ incarnation }) => incarnation !== request.incarnation)
  const elsewhere = others.reduce((sum, grant) => sum + grant.size - grant.spent, 0)
  // A request that needs nothing at once recalls no units.
  if (0 < elsewhere && 0 < request.least) await writePeriod(rows, { ...period, recallUntilMs: clockMs + RECALL_MS })
  return { outcome: 'short', month: monthOfRow(period), unsold, elsewhere }
}
