import { readLastTrustRequest } from '../../access/control/control.ts'
import { isUnresolved } from '../../ledger/accounting.ts'
import { isoTime } from '../../stdx/clock.ts'
import type { ConsoleSources } from './console-sources.ts'

const NOTICES_SHOWN = 20

/** `/console/api/ledger`: whether the books can be trusted, and what proves it. */
export async function readLedger(sources: ConsoleSources) {
  const { doubts, notices, times, audited, archived, living } = await sources.withBooks((books) =>
    books.snapshot(async (rows) => {
      const times = await rows.times()
      return {
        doubts: (await rows.doubts()).filter(isUnresolved),
        notices: (await rows.notices()).slice(-NOTICES_SHOWN).toReversed(),
        times,
        audited: await rows.audited(),
        archived: await rows.archived(),
        living: await rows.livingIncarnations(times.clockMs),
      }
    }),
  )
  const request = await sources.withControl(readLastTrustRequest)
  return {
    as_of: isoTime(sources.clock.nowMs()),
    database: sources.database,
    is_trusted: doubts.length === 0,
    doubts: doubts.map(({ id, account, reason, detail, raisedAtMs }) => ({
      ...{ id, account, reason, detail, raised_at: isoTime(raisedAtMs) },
    })),
    notices: notices.map(({ atMs, reason, detail }) => ({ at: isoTime(atMs), reason, detail })),
    last_trust_request: request === undefined ? null : describeRequest(request),
    ledger_time: isoTime(times.ledgerMs),
    living_nodes: living,
    audit: {
      full_at: audited.fullAtMs === 0 ? null : isoTime(audited.fullAtMs),
      verified_batches: audited.batches,
      verified_lines: audited.lines,
    },
    archive: archived,
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
