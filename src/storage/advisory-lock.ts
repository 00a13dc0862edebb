import type { Queries } from './database.ts'

/**
 * Runs the work unless another program has a lock of this number in the same PostgreSQL database. A lost connection
 * releases it, and then two may run. Undefined: another program holds it.
 */
export async function withAdvisoryLock<T>(
  queries: Pick<Queries, 'query'>,
  number: number,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const sql = 'select case when pg_try_advisory_lock($1::bigint) then 1 else 0 end'
  const [[isLocked]] = (await queries.query(sql, number)) as [[number]]
  if (isLocked !== 1) return undefined
  try {
    return await work()
  } finally {
    await queries.query('select pg_advisory_unlock($1::bigint)', number).catch(() => undefined)
  }
}
