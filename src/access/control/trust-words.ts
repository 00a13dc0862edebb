import { type Control, change } from './control.ts'

/** What an operator said of the books, and what became of it. */
export interface TrustWord {
  readonly why: string
  readonly wishedAtMs: number
  /** Undefined while no server has answered. */
  readonly answer: string | undefined
}

/** The last word that was given, if ever one was. */
export async function lastTrust({ database }: Control): Promise<TrustWord | undefined> {
  const sql = 'select why, wished_at_ms, answer from control_trust order by number desc limit 1'
  const [row] = await database.query<[string, number, string | null]>(sql)
  return row && { why: row[0], wishedAtMs: row[1], answer: row[2] ?? undefined }
}

/** In a copy of the database: a word that nobody has answered was said of other books, and must not be carried out on those beside the copy. */
export async function withdrawTrust(control: Control): Promise<void> {
  const sql = 'update control_trust set applied_at_ms = $1, answer = $2 where applied_at_ms is null'
  const answer = 'not carried out: it was said before these books were put back from a backup'
  await change(control, (queries) => queries.run(sql, control.clock.nowMs(), answer))
}
