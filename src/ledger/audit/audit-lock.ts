import { join } from 'node:path'
import { tryLockFile } from '../../storage/storage.ts'
import type { BooksPlace } from '../open-books.ts'
import type { Books } from '../tables/books.ts'

/** The numbers of the advisory locks. */
const LOCKS = { audit: 7_165_420_311, warnings: 7_165_420_312 } as const

/**
 * Runs the work unless another audit or export runs on the same books. A lost connection releases the lock, and then
 * two may run, which costs time: the marks decide. Undefined: another one runs. `warnings`: the same for alerts.
 */
export async function withAuditLock<T>(
  { data, databaseUrl }: BooksPlace,
  books: Books,
  work: () => Promise<T>,
  name: keyof typeof LOCKS = 'audit',
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
