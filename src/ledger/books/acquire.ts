import type { Month } from '../calendar.ts'
import { throwIfDamaged } from './damage.ts'
import { checkPeriod, countUnallocatedUnits } from './equations.ts'
import { chooseGrantSize } from './grant-size.ts'
import { EARLY_MS, EXPOSURE_MIN, HOLD_MAX, PREPARE_MS, RECALL_MS } from './limits.ts'
import { requirePeriodAndGrant } from './open-grant.ts'
import { lockOrOpenPeriod, writeGrant, writePeriod } from './open-period.ts'
import type { GrantRow, PeriodRow, Rows } from './rows.ts'
import { findRunningMonth, monthOfRow } from './running-month.ts'

/** A wish for a new grant (version 0), or for more in one that is open. */
export interface AcquireRequest {
  readonly grant: number
  /** The version the asking node knows. */
  readonly version: number
  readonly account: string
  /** For a new grant: the month that runs, as the node believes. */
  readonly month: Month
  readonly incarnation: number
  /** Units of the grant that the node has answered with success by now. */
  readonly acked?: number
  /** The grant is prepared: its month begins within PREPARE_MS. */
  readonly isPrepared?: boolean
  readonly least: number
  readonly wanted: number
  /** `sole`: no other node shares the books, a restart resolves everything, and no exposure need be limited. */
  readonly shape: 'sole' | 'shared'
}

export type AcquireOutcome =
  | {
      readonly outcome: 'granted'
      readonly grant: GrantRow
      /** Its month: the books know when it ends, whatever the calendar of the node says. */
      readonly month: Month
      readonly unallocated: number
      /** An earlier wish was granted, and then the account was stopped: what the node has now is to be given back and not sold. */
      readonly isSuspended: boolean
    }
  | {
      readonly outcome: 'short'
      readonly month: Month
      /** What is not sold for certain, whoever has it: a call for more than this will never succeed in this period. */
      readonly unsold: number
      /** The part of `unsold` that other nodes hold. They were asked to return it. */
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

/** Checks and takes under the lock of the month: two nodes that race for the last units cannot both win. */
export async function acquire(rows: Rows, ask: AcquireRequest): Promise<AcquireOutcome> {
  const account = await rows.lockAccount(ask.account)
  if (account === undefined) return { outcome: 'unknown_account' }
  const earlier = await findEarlierGrant(rows, ask, { isSuspended: account.state === 'suspended' })
  if (earlier !== undefined) return earlier
  if (account.state === 'suspended') return { outcome: 'suspended' }
  const { clockMs, ledgerMs } = await rows.times()
  const row = await rows.lockPeriod(ask.account, ask.month.period)
  const month = await findRunningMonth(rows, { account: ask.account, asked: ask.month, row })
  const isOver = month.endsAtMs <= ledgerMs || (0 < ask.version && month.period !== ask.month.period)
  if (isOver) return { outcome: 'period_over' }
  if (ledgerMs + (ask.isPrepared === true ? PREPARE_MS : EARLY_MS) < month.startsAtMs) return { outcome: 'not_yet' }
  const period = row?.period === month.period ? row : await lockOrOpenPeriod(rows, account, month)
  if (period.state === 'closed') return { outcome: 'period_over' }
  throwIfDamaged(checkPeriod(period))
  const written = await rows.lockGrant(ask.grant)
  const known = written && withReportedAcks(written, ask)
  if (known !== undefined && known.state === 'closed') return { outcome: 'grant_closed' }
  if (known !== undefined) requirePeriodAndGrant(period, known)
  const incarnation = await rows.shareIncarnation(ask.incarnation)
  if (incarnation === undefined || incarnation.state !== 'live') return { outcome: 'fenced' }

  const nodes = await rows.livingIncarnations(clockMs)
  const recalled = clockMs < period.recallUntilMs ? 'recalled' : 'not_recalled'
  // The request was delayed until its month had begun. Its node may have asked again and learnt that there is no grant, so there must be none.
  const isLate = ask.isPrepared === true && month.startsAtMs <= ledgerMs
  const wanted = isLate ? 0 : ask.wanted
  const size = chooseGrantSize({ ...ask, wanted, unallocated: countUnallocatedUnits(period), nodes, recalled })
  if (size === 0) {
    if (known !== undefined && known.acked !== written?.acked) await writeGrant(rows, known)
    return recallUnits(rows, { period, ask, clockMs })
  }
  const exposure = known?.exposure ?? limitExposure(period, ask, nodes)
  const grant = enlargeGrant(known ?? createGrant({ ...ask, month }, exposure), size)
  const taken = known === undefined ? exposure : 0
  const after = { ...period, reserved: period.reserved + size, exposure: period.exposure + taken }
  await writePeriod(rows, after)
  await writeGrant(rows, grant)
  return { outcome: 'granted', grant, month, unallocated: countUnallocatedUnits(after), isSuspended: false }
}

/**
 * The same wish again, because its answer was lost. Before anything else, even if the month or the account has ended meanwhile: a node must hear of what it has, or
 * nobody would ever sell it or give it back.
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

/** What the node has answered since it last said so is sold: a client that is told of the end of the month must not wait for a heartbeat. */
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

/** The sum over the open grants and the hold stays within the hold's limit, but each grant may always write one request at a time. */
function limitExposure(period: PeriodRow, { shape }: AcquireRequest, nodes: number): number {
  if (shape === 'sole') return 0
  const share = Math.max(EXPOSURE_MIN, Math.floor(HOLD_MAX / (nodes + 1)))
  return Math.max(1, Math.min(share, HOLD_MAX - period.hold - period.exposure))
}

async function recallUnits(
  rows: Rows,
  { period, ask, clockMs }: { period: PeriodRow; ask: AcquireRequest; clockMs: number },
): Promise<AcquireOutcome> {
  const grants = await rows.openGrants(ask.account, period.period)
  // Lines that are not acknowledged may turn out to be void, and can then be sold.
  const sold = grants.reduce((sum, grant) => sum + grant.acked, 0)
  const unsold = Math.max(0, period.allowance - period.confirmed - period.hold - sold)
  const others = grants.filter(({ incarnation }) => incarnation !== ask.incarnation)
  const elsewhere = others.reduce((sum, grant) => sum + grant.size - grant.spent, 0)
  // A wish without need calls nobody.
  if (0 < elsewhere && 0 < ask.least) await writePeriod(rows, { ...period, recallUntilMs: clockMs + RECALL_MS })
  return { outcome: 'short', month: monthOfRow(period), unsold, elsewhere }
}
