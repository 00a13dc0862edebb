import { forDialects, type Rows, selectJsonRows } from './books.ts'

/** A fact for the operator. It stops nothing. */
export interface NoticeRow {
  readonly id: number
  readonly atMs: number
  readonly reason: string
  readonly detail: string
}

export type NewNotice = Pick<NoticeRow, 'reason' | 'detail'>

export async function addNotices(rows: Rows, notices: readonly NewNotice[]): Promise<void> {
  const values = JSON.stringify(notices.map(({ reason, detail }) => [reason, detail]))
  await rows.run(INSERT[rows.dialect], values, await rows.nowMs())
}

const INSERT = forDialects(
  (dialect) => `with n (reason, detail) as (${selectJsonRows(dialect, 'text', 'text')})
                insert into notice (at_ms, reason, detail) select cast($2 as bigint), reason, detail from n`,
)

/** Oldest first. */
export async function readNotices(rows: Rows): Promise<NoticeRow[]> {
  const found = await rows.query<readonly [number, number, string, string]>(
    'select id, at_ms, reason, detail from notice order by id',
  )
  return found.map(([id, atMs, reason, detail]) => ({ id, atMs, reason, detail }))
}
