import { readLastTrustRequest } from '../../access/control/control.ts'
import { readBooksState } from '../../ledger/accounting.ts'
import { isoTime } from '../../stdx/clock.ts'
import type { ConsoleSources } from './console-sources.ts'

const NOTICES_SHOWN = 20
/** Books that were put back may have a doubt of every account. */
const DOUBTS_SHOWN = 100

/** `/console/api/ledger`: whether the books can be trusted, and what proves it. */
export async function readLedger(sources: ConsoleSources) {
  const state = await sources.withBooks((books) => books.snapshot(readBooksState))
  const { doubts, notices, nowMs, audited, exports, isSynchronous, servers } = state
  const request = await sources.withControl(readLastTrustRequest)
  return {
    as_of: isoTime(sources.clock.nowMs()),
    database: sources.database,
    is_trusted: doubts.length === 0,
    total_doubts: doubts.length,
    doubts: doubts.slice(0, DOUBTS_SHOWN).map(({ id, account, reason, detail, raisedAtMs }) => ({
      id,
      account,
      reason,
      detail,
      raised_at: isoTime(raisedAtMs),
    })),
    notices: notices
      .slice(-NOTICES_SHOWN)
      .toReversed()
      .map(({ atMs, reason, detail }) => ({ at: isoTime(atMs), reason, detail })),
    last_trust_request: request === undefined ? null : describeRequest(request),
    books_time: isoTime(nowMs),
    commits_wait_for_standby: isSynchronous ?? null,
    living_nodes: servers,
    audit: {
      full_at: audited.fullAtMs === 0 ? null : isoTime(audited.fullAtMs),
      verified_batches: audited.batches,
    },
    exports: exports.map(({ file, beforePeriod }) => ({ file, before: beforePeriod })),
  }
}

function describeRequest({
  why,
  doubts,
  requestedAtMs,
  answer,
}: NonNullable<Awaited<ReturnType<typeof readLastTrustRequest>>>) {
  return { why, doubts: doubts.map(({ id }) => id), requested_at: isoTime(requestedAtMs), answer: answer ?? null }
}
