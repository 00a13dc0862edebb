import { HOLD_MAX, SERVERS_MAX } from '../server/limits.ts'
import type { Rows } from './books.ts'
import { BEATING_MS, LIVE_MS } from './incarnations.ts'

/** A server that may charge. */
export interface PlacedServer {
  readonly incarnation: number
  readonly node: string
  /** Null: a server of an earlier build, which needs none. */
  readonly place: number | null
  readonly heartbeatAtMs: number
  /** The most units of an account that it commits at once. */
  readonly share: number
}

/** What each of so many servers may commit at once of an account. */
export function shareOf(servers: number): number {
  return Math.floor(HOLD_MAX / Math.max(1, servers))
}

/** The servers that have a place, and those of an earlier build that have written a heartbeat lately. */
export async function readPlaces(rows: Rows, nowMs: number): Promise<PlacedServer[]> {
  const sql = `select incarnation, node, place, heartbeat_at_ms, share from incarnation
               where 0 < place or (place is null and $1 <= heartbeat_at_ms) order by place`
  const found = await rows.query<readonly [number, string, number | null, number, number]>(sql, nowMs - LIVE_MS)
  return found.map(([incarnation, node, place, heartbeatAtMs, share]) => {
    return { incarnation, node, place, heartbeatAtMs, share }
  })
}

export interface PlaceRequest {
  readonly incarnation: number
  readonly node: string
  readonly beat: number
  /** The units of an account in its batch under way. */
  readonly shareUnderWay: number
  /** `sole`: nobody else uses these books. */
  readonly shape: 'sole' | 'shared'
}

/**
 * Takes the places of lost servers away, gives a free one to this server if it has none, and stores its share of the
 * hold. Another server that does the same waits, so no share grows while a server enters. Needs a transaction.
 */
export async function arrangePlaces(rows: Rows, request: PlaceRequest): Promise<PlacedServer[]> {
  const { incarnation, node, beat, shareUnderWay, shape } = request
  if (rows.dialect === 'postgres') await rows.query('select 1 from pg_advisory_xact_lock($1::bigint)', LOCK)
  const nowMs = await rows.nowMs()
  // An earlier process on the same folder has ended if it writes no heartbeat. A heartbeat of a clock that has been
  // corrected since may lie in the future.
  const lost = `update incarnation set place = 0 where 0 < place and incarnation <> $1
                and ($2 < abs(heartbeat_at_ms - $3) or (node = $4 and ${BEATING_MS} < abs(heartbeat_at_ms - $3)))`
  await rows.run(lost, incarnation, shape === 'sole' ? -1 : LIVE_MS, nowMs, node)
  const servers = await readPlaces(rows, nowMs)
  const isPlaced = servers.some((server) => server.incarnation === incarnation)
  const free = Array.from({ length: SERVERS_MAX }, (_, i) => i + 1).find((place) =>
    servers.every((server) => server.place !== place),
  )
  if (!isPlaced && (servers.length === SERVERS_MAX || free === undefined)) return servers
  const share = Math.max(shareUnderWay, shareOf(servers.length + (isPlaced ? 0 : 1)))
  const sql = `update incarnation set place = case when 0 < place then place else $2 end, share = $3, beat = $4
               where incarnation = $1 and beat < $4 and ${LIVE_MS} <= heartbeat_at_ms`
  await rows.run(sql, incarnation, free ?? 0, share, beat)
  return await readPlaces(rows, nowMs)
}

/** The number of an advisory lock. */
const LOCK = 7_165_420_313
