import { monthAt } from './calendar.ts'
import { scanTail } from './statement.ts'
import type { Rows } from './tables/books.ts'
import { readSubjects } from './tables/subjects.ts'

/** The day on which each credential of an account was last charged, by its id. Needs a snapshot. */
export async function readLastUse(rows: Rows, account: string): Promise<Map<string, string>> {
  const sql = `select s.credential, max(d.day) from subject s join subject_day d on d.subject = s.id
               where s.account = $1 group by s.credential`
  const last = new Map(await rows.query<readonly [string, string]>(sql, account))
  // What no audit has read yet is of the last minutes.
  const subjects = await readSubjects(rows, account)
  await scanTail(rows, monthAt(await rows.nowMs()), (subject, day) => {
    const credential = subjects.get(subject)?.credential
    if (credential !== undefined && (last.get(credential) ?? '') < day) last.set(credential, day)
  })
  return last
}
