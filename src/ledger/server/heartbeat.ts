import type { Month } from '../calendar.ts'
import { readChangedAccounts, readLastPeriod } from '../tables/accounts.ts'
import { hasBatch } from '../tables/batches.ts'
import type { Books } from '../tables/books.ts'
import { type DoubtRow, readOpenDoubts } from '../tables/doubts.ts'
import { type Beat, writeHeartbeat } from '../tables/incarnations.ts'
import type { ChainEnd } from '../tables/lines.ts'
import { storeMonths } from '../tables/months.ts'
import { type PlacedServer, readPlaces } from '../tables/places.ts'
import { readIsSynchronous } from '../tables/replication.ts'
import type { MonotonicClock } from './ports.ts'

/** What a server reports and asks with each heartbeat. */
export interface HeartbeatReport extends Beat {
  readonly incarnation: number
  /** The last batch that is known to be in the books. */
  readonly end: ChainEnd
  /** Changes of accounts since this time are returned. Undefined: none, as nothing is remembered yet. */
  readonly changesSinceMs: number | undefined
}

export interface HeartbeatAnswer {
  readonly nowMs: number
  /** The time of this server's monotonic clock when it read the books' clock. The commit may have taken long. */
  readonly readAtMs: number
  readonly month: Month
  /** `behind`: these books lack the incarnation or its last batch. */
  readonly chain: 'whole' | 'behind'
  readonly servers: readonly PlacedServer[]
  readonly doubts: readonly DoubtRow[]
  readonly changes: readonly { readonly id: number; readonly account: string }[]
  readonly isSynchronous: boolean | undefined
  /** The newest month with a charge. */
  readonly lastPeriod: string | undefined
}

/** Tells the books that this server lives, and reads what it needs of the operator and of other servers. */
export function exchangeHeartbeat(
  books: Books,
  clock: MonotonicClock,
  report: HeartbeatReport,
): Promise<HeartbeatAnswer> {
  return books.transaction(async (rows) => {
    const { incarnation, end, changesSinceMs } = report
    const nowMs = await rows.nowMs()
    const readAtMs = clock.monotonicMs()
    const isKnown = (await writeHeartbeat(rows, { ...report, nowMs })) === 'written'
    return {
      nowMs,
      readAtMs,
      month: await storeMonths(rows, nowMs),
      chain: isKnown && (await hasBatch(rows, incarnation, end)) ? 'whole' : 'behind',
      servers: await readPlaces(rows, nowMs),
      doubts: await readOpenDoubts(rows),
      changes: changesSinceMs === undefined ? [] : await readChangedAccounts(rows, changesSinceMs),
      isSynchronous: await readIsSynchronous(rows),
      lastPeriod: await readLastPeriod(rows),
    }
  })
}
