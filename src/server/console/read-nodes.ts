import { isoTime } from '../../stdx/clock.ts'
import type { ConsoleSources } from './console-sources.ts'

/** Starts of nodes are never deleted; the newest are enough to see what runs and what was lost. */
const STARTS_SHOWN = 50

/** `/console/api/nodes`: the newest starts of nodes, as the books know them. */
export async function readNodes(sources: ConsoleSources) {
  const { nowMs, rows, unended } = await sources.withBooks((books) =>
    books.snapshot(async (queries) => ({
      nowMs: await queries.now(),
      rows: await queries.newestIncarnations(STARTS_SHOWN),
      unended: await queries.unendedIncarnations(),
    })),
  )
  const newest = new Map([...rows, ...unended].map((row) => [row.incarnation, row]))
  return {
    as_of: isoTime(sources.clock.nowMs()),
    nodes: [...newest.values()]
      .sort((a, b) => b.incarnation - a.incarnation)
      .map(({ incarnation, node, startedAtMs, leaseUntilMs, state, swept }) => ({
        ...{ node, incarnation, started_at: isoTime(startedAtMs), lease_until: isoTime(leaseUntilMs) },
        // A node whose lease has run out counts as lost until it writes another heartbeat.
        state: state === 'live' && leaseUntilMs < nowMs ? 'lost' : state,
        grants_closed_by_others: swept,
      })),
  }
}
