import type { Rows } from './books.ts'

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
export const LIVE_MS = 15_000

export async function insertIncarnation(rows: Rows, incarnation: number, node: string, place = 0): Promise<void> {
  const nowMs = await rows.nowMs()
  const sql = `insert into incarnation (incarnation, node, started_at_ms, heartbeat_at_ms, place)
               values ($1, $2, $3, $3, $4)`
  await rows.run(sql, incarnation, node, nowMs, place)
}

/**
 * `missing`: these books do not know the incarnation, or it has ended. A heartbeat that runs late must not revive it,
 * and must not change what a later one has stored.
 */
export async function writeHeartbeat(
  rows: Rows,
  { incarnation, nowMs, ...report }: { incarnation: number; nowMs: number } & Beat,
): Promise<'written' | 'missing'> {
  const sql = `update incarnation set heartbeat_at_ms = $2, release = $3, share = $4, beat = $5
               where incarnation = $1 and ${LIVE_MS} <= heartbeat_at_ms and beat < $5`
  const { release, share, beat } = report
  return (await rows.run(sql, incarnation, nowMs, release, share, beat)) === 1 ? 'written' : 'missing'
}

/** What a heartbeat stores. */
export interface Beat {
  readonly beat: number
  readonly release: string | null
  /** The most units of an account that the server commits at once. */
  readonly share: number
}

/** Several heartbeats of a server with shared books. */
export const BEATING_MS = 1_000

/** Returns the place that it had; 0: none. Its row is locked before that is read, so no other server takes it. */
export async function endIncarnation(rows: Rows, incarnation: number): Promise<number> {
  await rows.run('update incarnation set heartbeat_at_ms = 0 where incarnation = $1', incarnation)
  const read = 'select place from incarnation where incarnation = $1'
  const [row] = await rows.query<readonly [number | null]>(read, incarnation)
  await rows.run('update incarnation set place = 0 where incarnation = $1', incarnation)
  return row?.[0] ?? 0
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
export async function listIncarnations(rows: Rows, limit = Number.MAX_SAFE_INTEGER): Promise<IncarnationRow[]> {
  const sql = `select incarnation, node, started_at_ms, heartbeat_at_ms, release from incarnation
               order by started_at_ms desc, incarnation limit $1`
  const found = await rows.query<readonly [number, string, number, number, string | null]>(sql, limit)
  return found.map(([incarnation, node, startedAtMs, heartbeatAtMs, release]) => {
    return { incarnation, node, startedAtMs, heartbeatAtMs, release }
  })
}

/** Whether these books know the incarnation. */
export async function hasIncarnation(rows: Rows, incarnation: number): Promise<boolean> {
  return (await rows.query('select 1 from incarnation where incarnation = $1', incarnation)).length === 1
}
