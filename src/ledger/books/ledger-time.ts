import { isoTime } from '../../stdx/clock.ts'
import { formatCount } from '../../stdx/format-count.ts'
import { monthAt } from '../calendar.ts'
import { repeatAllowances } from './accounts.ts'
import { CLOCK_DOUBT, formatClockDoubt } from './clock-doubt.ts'
import { CLOCK_LEAP_MS, FINAL_MS } from './limits.ts'
import type { DoubtRow, LedgerTimeRow } from './rows.ts'
import type { Rows } from './store.ts'
import { readUnresolvedDoubts } from './unresolved-doubts.ts'

/*
 * Ledger time is the clock of the database as far as the ledger trusts it. It stands in the books, so no restart
 * moves it back, and months begin and end by it alone.
 * It goes back in one case only: over the start of a month that is not final yet (`FINAL_MS`), because then the clock
 * was probably ahead when the month began.
 */

/** What a node concludes about the database's clock from its own monotonic clock. */
export interface NodeTime {
  /** Ledger time at the node. */
  readonly ledgerMs: number
  /** The clock leapt over the end of a month while the node was running. */
  readonly isLeap: boolean
}

export interface LedgerTimeUpdate {
  readonly time: LedgerTimeRow
  /** A line for the operator's log. */
  readonly notice: string | undefined
}

/**
 * Runs when a node starts. A clock that is ahead looks the same as a long stop, so the ledger trusts it, unless a
 * running node has put it in doubt.
 */
export async function startLedgerTime(rows: Rows): Promise<LedgerTimeUpdate> {
  const clockMs = await rows.now()
  const { time, notice } = await returnIfEarlier(rows, await rows.lockLedgerTime(), clockMs)
  const isDoubted = (await readUnresolvedDoubts(rows)).some(isClockDoubt)
  return { time: isDoubted ? time : await advance(rows, time, clockMs), notice }
}

/**
 * Runs at each heartbeat, with the time that the node trusts. Takes no lock while there is nothing to write. Also
 * returns the unresolved doubts.
 */
export async function recordNodeTime(
  rows: Rows,
  clockMs: number,
  { ledgerMs, isLeap }: NodeTime,
): Promise<LedgerTimeUpdate & { readonly doubts: readonly DoubtRow[] }> {
  const known = await rows.ledgerTime()
  const believedMs = Math.floor(Math.min(ledgerMs, clockMs))
  const isDue = known.nowMs + WRITE_EVERY_MS <= believedMs
  const state = compareClock(known, clockMs)
  const doubts = await readUnresolvedDoubts(rows)
  const clockDoubts = doubts.filter(isClockDoubt)
  if (!isDue && state === 'agrees' && clockDoubts.length === 0) return { time: known, notice: undefined, doubts }
  const { time, notice } = await returnIfEarlier(rows, await rows.lockLedgerTime(), clockMs)
  const stateNow = compareClock(time, clockMs)
  if (stateNow === 'ahead' && isLeap && clockDoubts.length === 0) await raiseClockDoubt(rows, time, clockMs)
  if (stateNow === 'agrees' && clockDoubts.length !== 0) await resolveClockDoubts(rows, clockDoubts)
  const areSame = stateNow === 'agrees' && clockDoubts.length === 0
  return {
    time: isLeap ? time : await advance(rows, time, believedMs),
    notice,
    doubts: areSame ? doubts : await readUnresolvedDoubts(rows),
  }
}

/**
 * The operator trusts a clock in doubt: the ledger trusts it up to the time that it showed then, even in an earlier
 * month.
 */
export async function trustClock(rows: Rows, { reason, raisedAtMs: clockMs }: DoubtRow): Promise<void> {
  if (reason !== CLOCK_DOUBT) return
  const time = await rows.lockLedgerTime()
  if (compareClock(time, clockMs) !== 'closed') return void (await advance(rows, time, clockMs))
  const finalMs = Math.min(time.finalMs, monthAt(clockMs).startsAtMs)
  await returnToMonth(rows, { ...time, finalMs }, clockMs)
}

/** Compares the clock with ledger time. `closed`: the clock is in a month that is closed for good. */
function compareClock({ nowMs, finalMs }: LedgerTimeRow, clockMs: number): 'agrees' | 'ahead' | 'returns' | 'closed' {
  const isOtherMonth = monthAt(nowMs).period !== monthAt(clockMs).period
  if (!isOtherMonth || Math.abs(clockMs - nowMs) <= CLOCK_LEAP_MS) return 'agrees'
  if (nowMs < clockMs) return 'ahead'
  return clockMs < monthAt(finalMs).startsAtMs ? 'closed' : 'returns'
}

/** If the clock shows an earlier month, the ledger returns to it or doubts the clock. */
async function returnIfEarlier(rows: Rows, time: LedgerTimeRow, clockMs: number): Promise<LedgerTimeUpdate> {
  switch (compareClock(time, clockMs)) {
    case 'returns':
      return await returnToMonth(rows, time, clockMs)
    case 'closed':
      if (!(await readUnresolvedDoubts(rows)).some(isClockDoubt)) await raiseClockDoubt(rows, time, clockMs)
      return { time: { ...time, undisputedMs: 0 }, notice: undefined }
    default:
      return { time, notice: undefined }
  }
}

async function returnToMonth(rows: Rows, time: LedgerTimeRow, clockMs: number): Promise<LedgerTimeUpdate> {
  const nowMs = Math.max(clockMs, time.finalMs)
  const after = { ...time, nowMs, undisputedMs: 0, returns: time.returns + 1 }
  const { period, endsAtMs } = monthAt(nowMs)
  const charged = await rows.chargedAfter(endsAtMs)
  const detail = [
    `the clock shows ${isoTime(clockMs)}, ledger time was ${isoTime(time.nowMs)}: the ledger has returned to ${period}`,
    ...charged.map((row) => `${row.account}: ${formatCount(row.units, 'unit')} charged to ${row.period}`),
  ].join('\n')
  await rows.addNotice({ atMs: nowMs, reason: CLOCK_DOUBT, detail })
  await rows.putLedgerTime(after)
  await repeatAllowances(rows, nowMs)
  return { time: after, notice: detail }
}

async function advance(rows: Rows, time: LedgerTimeRow, toMs: number): Promise<LedgerTimeRow> {
  const passedMs = toMs - time.nowMs
  if (passedMs <= 0) return time
  const isSameMonth = monthAt(time.nowMs).period === monthAt(toMs).period
  // Time that passed while no node was running, or that the clock leapt over, does not count.
  const countedMs = passedMs <= CLOCK_LEAP_MS ? passedMs : 0
  const undisputedMs = isSameMonth ? time.undisputedMs + countedMs : 0
  const finalMs = FINAL_MS <= undisputedMs ? Math.max(time.finalMs, toMs - FINAL_MS) : time.finalMs
  const after = { ...time, nowMs: toMs, undisputedMs, finalMs }
  await rows.putLedgerTime(after)
  return after
}

async function raiseClockDoubt(rows: Rows, time: LedgerTimeRow, clockMs: number): Promise<void> {
  const open = { account: null, resolvedAtMs: null, resolvedBy: null, resolvedWhy: null }
  const detail = formatClockDoubt(clockMs, time.nowMs)
  await rows.putDoubt({ ...open, reason: CLOCK_DOUBT, detail, raisedAtMs: clockMs })
  await rows.putLedgerTime({ ...time, undisputedMs: 0 })
}

function isClockDoubt({ reason }: DoubtRow): boolean {
  return reason === CLOCK_DOUBT
}

async function resolveClockDoubts(rows: Rows, doubts: readonly DoubtRow[]): Promise<void> {
  const resolved = { resolvedAtMs: await rows.now(), resolvedBy: 'ledger', resolvedWhy: 'the clock agrees again' }
  for (const row of doubts) await rows.putDoubt({ ...row, ...resolved })
}

/** A restart loses at most this much of ledger time. */
const WRITE_EVERY_MS = 1_000
