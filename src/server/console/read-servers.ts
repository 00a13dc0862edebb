import { listStarts } from '../../ledger/accounting.ts'
import { isoTime } from '../../stdx/clock.ts'
import type { ConsoleSources } from './console-sources.ts'

/** Starts of servers are never deleted; the newest are enough to see what runs and what was lost. */
const STARTS_SHOWN = 50

/** `/console/api/nodes`: the newest starts of servers, as the books know them. */
export async function readServers(sources: ConsoleSources) {
  const starts = await sources.withBooks((books) => books.snapshot((rows) => listStarts(rows, STARTS_SHOWN)))
  return {
    as_of: isoTime(sources.clock.nowMs()),
    nodes: starts.map(({ node, incarnation, release, state, startedAtMs, heartbeatAtMs }) => ({
      node,
      incarnation,
      release,
      state,
      started_at: isoTime(startedAtMs),
      heartbeat_at: heartbeatAtMs === undefined ? null : isoTime(heartbeatAtMs),
    })),
  }
}
