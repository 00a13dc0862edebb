import { isoTime } from '../../stdx/clock.ts'
import { postSigned, type SignedTarget } from '../../stdx/post-signed.ts'
import { DAY_MS } from '../../stdx/time-units.ts'
import type { Books } from '../tables/books.ts'
import { readMonth } from '../tables/months.ts'
import {
  addWarnings,
  type MonthWarning,
  markSent,
  type ReachedShare,
  readReachedShares,
  readUnsent,
} from '../tables/warnings.ts'

/** How many accounts have used so many percent of the running month, and not the next share. */
export type AccountsByShare = Readonly<Record<ReachedShare['percent'], number>>

/** A message has so many warnings at most. */
const ALERT_MAX = 100
/** Later a warning is no news any more. */
const RETRIED_MS = 2 * DAY_MS

export async function lookAtMonth(reader: Books): Promise<ReachedShare[]> {
  const month = await readMonth(reader, await reader.nowMs())
  return month === undefined ? [] : await readReachedShares(reader, month.period)
}

export function countAccounts(reached: readonly ReachedShare[]): AccountsByShare {
  const count = (percent: number): number => reached.filter((share) => share.percent === percent).length
  return { 50: count(50), 80: count(80), 100: count(100) }
}

/** Stores each new warning, and returns those that no server has stored before. */
export async function storeWarnings(writer: Books, reached: readonly ReachedShare[]): Promise<MonthWarning[]> {
  const atMs = await writer.nowMs()
  const news = reached.filter(({ isWarned }) => !isWarned).map(({ isWarned, ...share }) => ({ ...share, atMs }))
  return news.length === 0 ? [] : await writer.transaction((rows) => addWarnings(rows, news))
}

/**
 * Sends what the receiver has not acknowledged. A server that dies in between leaves it to the next look, so a warning
 * may come twice, with the same id. Throws if the receiver does not acknowledge a message.
 */
export async function sendWarnings(writer: Books, target: SignedTarget): Promise<void> {
  for (;;) {
    const nowMs = await writer.nowMs()
    const unsent = await readUnsent(writer, nowMs - RETRIED_MS, ALERT_MAX)
    if (unsent.length === 0) return
    await postSigned(target, JSON.stringify({ sent_at: isoTime(nowMs), warnings: unsent.map(toJson) }), nowMs)
    await writer.transaction((rows) => markSent(rows, unsent, nowMs))
  }
}

function toJson({ period, account, percent, units, credited, allowance, atMs }: MonthWarning): object {
  return {
    id: `${period}/${account}/${allowance}/${percent}`,
    account,
    period,
    percent,
    used_units: units,
    allowance_units: allowance,
    credited_units: credited,
    at: isoTime(atMs),
  }
}
