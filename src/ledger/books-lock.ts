import { join } from 'node:path'
import { type Queries, tryLockFile } from '../storage/storage.ts'
import type { BooksPlace } from './open-books.ts'

/** What one program does at a time on the same books, with the number of its advisory lock. */
const LOCKS = {
  /** Audits and exports. */
  audit: 7_165_420_311,
  /** Alerts to the operator's receiver. */
  warnings: 7_165_420_312,
  /** Publications to the store of releases. */
  store: 7_165_420_313,
} as const

/**
 * Runs the work unless another program holds this lock. A lost connection releases it, and then two may run: two audits
 * cost time, because the marks decide; two alerts have the same ids. Undefined: another program holds it.
 */
export async function withBooksLock<T>(
  name: keyof typeof LOCKS,
  { data, databaseUrl }: BooksPlace,
  books: Pick<Queries, 'query'>,
  work: () => Promise<T>,
): Promise<T | undefined> {
  if (databaseUrl === undefined) {
    using lock = tryLockFile(join(data, `${name}.lock`))
    return lock === undefined ? undefined : await work()
  }
  const sql = 'select case when pg_try_advisory_lock($1::bigint) then 1 else 0 end'
  const [[isLocked]] = (await books.query(sql, LOCKS[name])) as [[number]]
  if (isLocked !== 1) return undefined
  try {
    return await work()
  } finally {
    await books.query('select pg_advisory_unlock($1::bigint)', LOCKS[name]).catch(() => undefined)
  }
}
