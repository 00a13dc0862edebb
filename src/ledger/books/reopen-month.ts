import { formatCount, formatNumber } from '../../stdx/format-count.ts'
import { type Month, monthAt } from '../calendar.ts'
import { repeatAllowance } from './accounts.ts'
import { CLOCK_DOUBT } from './clock-doubt.ts'
import { writePeriod } from './open-period.ts'
import type { LineStateRow } from './rows.ts'
import type { Rows } from './store.ts'
import { readUnresolvedDoubts } from './unresolved-doubts.ts'
import { voidLines } from './void-lines.ts'

export type ReopenOutcome =
  | { readonly outcome: 'reopened'; readonly accounts: number; readonly lapsedUnits: number }
  /** Only the month that contains ledger time can be reopened, and only while the clock is not in doubt. */
  | { readonly outcome: 'other_month' | 'clock_in_doubt'; readonly ledgerMs: number }

/**
 * Reopens the running month for all accounts for which it was closed for good, because the clock was ahead for more
 * than a day. Units that were held lapsed when it was closed, and stay so: their lines become void, and a returning
 * node cannot charge them.
 */
export async function reopenMonth(
  rows: Rows,
  { period }: Month,
  { who, why }: { readonly who: string; readonly why: string },
): Promise<ReopenOutcome> {
  const { ledgerMs } = await rows.times()
  if (monthAt(ledgerMs).period !== period) return { outcome: 'other_month', ledgerMs }
  const doubts = await readUnresolvedDoubts(rows)
  if (doubts.some(({ reason }) => reason === CLOCK_DOUBT)) return { outcome: 'clock_in_doubt', ledgerMs }
  const closed = (await rows.periods()).filter((row) => row.period === period && row.state === 'closed')
  const lapsed = await findLapsedLines(rows, period)
  let lapsedUnits = 0
  for (const { account } of closed) {
    await rows.lockAccount(account)
    const row = (await rows.lockPeriod(account, period))!
    lapsedUnits += row.hold + row.clipped
    await writePeriod(rows, { ...row, state: 'open' })
    for (const line of lapsed.get(account) ?? []) await voidLines(rows, line, [line.requestId])
    await repeatAllowance(rows, account, ledgerMs)
  }
  const detail = `${period} was reopened for ${formatCount(closed.length, 'account')} by ${who}: ${why}; held units that stay lapsed: ${formatNumber(lapsedUnits)}`
  if (closed.length !== 0) await rows.addNotice({ atMs: ledgerMs, reason: 'reopened', detail })
  return { outcome: 'reopened', accounts: closed.length, lapsedUnits }
}

/** The held and clipped lines of a month, by account. */
async function findLapsedLines(rows: Rows, period: string): Promise<ReadonlyMap<string, readonly LineStateRow[]>> {
  const found = new Map<string, LineStateRow[]>()
  for (const line of await rows.lineStatesAll()) {
    if (line.state !== 'hold' && line.state !== 'clipped') continue
    const grant = await rows.grant(line.grant)
    if (grant?.period === period) found.getOrInsertComputed(grant.account, () => []).push(line)
  }
  return found
}
