import type { Rows } from './books.ts'

/** A fact for the operator. It stops nothing. */
export interface NoticeRow {
  readonly id: number
  readonly atMs: number
  readonly reason: string
  readonly detail: string
}

export async function addNotice(rows: Rows, { reason, detail }: Pick<NoticeRow, 'reason' | 'detail'>): Promise<void> {
  const sql = 'insert into notice (at_ms, reason, detail) values ($1, $2, $3)'
  await rows.run(sql, await rows.nowMs(), reason, detail)
}

/** Oldest first. */
export async function readNotices(rows: Rows): Promise<NoticeRow[]> {
  const found = await rows.query<readonly [number, number, string, string]>(
    'select id, at_ms, reason, detail from notice order by id',
  )
  return found.map(([id, atMs, reason, detail]) => ({ id, atMs, reason, detail }))
}
