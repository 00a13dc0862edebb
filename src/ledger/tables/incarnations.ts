import { type Rows, readOne } from './books.ts'

/** One start of a server. Its number has 52 random bits, so no older copy of the books gives it again. */
export interface IncarnationRow {
  readonly incarnation: number
  /** The server's own name, from its folder. */
  readonly node: string
  readonly startedAtMs: number
  readonly heartbeatAtMs: number
  /** The release that the server serves. */
  readonly release: string | null
}

/** A server without a heartbeat for this long does not count as live. */
const LIVE_MS = 15_000

export async function insertIncarnation(rows: Rows, incarnation: number, node: string): Promise<void> {
  const nowMs = await rows.nowMs()
  const sql = 'insert into incarnation (incarnation, node, started_at_ms, heartbeat_at_ms) values ($1, $2, $3, $3)'
  await rows.run(sql, incarnation, node, nowMs)
}

/** `missing`: these books do not know the incarnation, or it has ended. A late heartbeat must not revive it. */
export async function writeHeartbeat(
  rows: Rows,
  { incarnation, nowMs, release }: { incarnation: number; nowMs: number; release: string | null },
): Promise<'written' | 'missing'> {
  const sql = `update incarnation set heartbeat_at_ms = $2, release = $3
               where incarnation = $1 and ${LIVE_MS} <= heartbeat_at_ms`
  return (await rows.run(sql, incarnation, nowMs, release)) === 1 ? 'written' : 'missing'
}

/**
 * Servers that have written a heartbeat lately; an incarnation that ended has none. A folder that was copied gives two
 * servers one name, so incarnations that write one now are counted too.
 */
export async function countLiveServers(rows: Rows, nowMs: number): Promise<number> {
  const sql = `select count(distinct node), cast(coalesce(sum(case when $2 <= heartbeat_at_ms then 1 else 0 end), 0)
               as bigint) from incarnation where $1 <= heartbeat_at_ms`
  return Math.max(...(await readOne<readonly [number, number]>(rows, sql, nowMs - LIVE_MS, nowMs - BEATING_MS)))
}

/** Several heartbeats of a server with shared books. */
const BEATING_MS = 1_000

export async function endIncarnation(rows: Rows, incarnation: number): Promise<void> {
  await rows.run('update incarnation set heartbeat_at_ms = 0 where incarnation = $1', incarnation)
}

/** `lost`: it has not ended, and writes no heartbeat. */
export function stateOfIncarnation(
  { heartbeatAtMs }: Pick<IncarnationRow, 'heartbeatAtMs'>,
  nowMs: number,
): 'live' | 'lost' | 'ended' {
  if (heartbeatAtMs < LIVE_MS) return 'ended'
  return nowMs - LIVE_MS <= heartbeatAtMs ? 'live' : 'lost'
}

/** Newest first. */
export async function listIncarnations(rows: Rows): Promise<IncarnationRow[]> {
  const sql = `select incarnation, node, started_at_ms, heartbeat_at_ms, release from incarnation
               order by started_at_ms desc, incarnation`
  const found = await rows.query<readonly [number, string, number, number, string | null]>(sql)
  return found.map(([incarnation, node, startedAtMs, heartbeatAtMs, release]) => {
    return { incarnation, node, startedAtMs, heartbeatAtMs, release }
  })
}

/** The largest number of a subject that the incarnation uses. Undefined: these books do not know the incarnation. */
export async function readSubjectMax(rows: Rows, incarnation: number): Promise<number | undefined> {
  const sql = 'select subjects from incarnation where incarnation = $1'
  return (await rows.query<readonly [number]>(sql, incarnation))[0]?.[0]
}
