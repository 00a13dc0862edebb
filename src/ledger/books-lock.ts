import { join } from 'node:path'
import { type Queries, tryLockFile, withAdvisoryLock } from '../storage/storage.ts'
import type { BooksPlace } from './open-books.ts'

/** What one program does at a time on the same books, with the number of its advisory lock. */
const LOCKS = {
  /** Audits and exports. Two audits cost time, because the marks decide. */
  audit: 7_165_420_311,
  /** Alerts to the operator's receiver. Two of one warning have the same id. */
  warnings: 7_165_420_312,
} as const

/** Runs the work unless another program holds this lock. Undefined: another program holds it. */
export async function withBooksLock<T>(
  name: keyof typeof LOCKS,
  { data, databaseUrl }: BooksPlace,
  books: Pick<Queries, 'query'>,
  work: () => Promise<T>,
): Promise<T | undefined> {
  if (databaseUrl !== undefined) return await withAdvisoryLock(books, LOCKS[name], work)
  using lock = tryLockFile(join(data, `${name}.lock`))
  return lock === undefined ? undefined : await work()
}
