import type { BooksPlace } from '../open-books.ts'
import type { AuditOrder, AuditOutcome, AuditThreadData } from './audit-thread.ts'
import type { ShortThreads } from './short-threads.ts'

/** Audits the books in a thread of its own. */
export async function runAudit(
  threads: ShortThreads,
  { data, databaseUrl }: BooksPlace,
  order: AuditOrder,
): Promise<AuditOutcome> {
  const workerData: AuditThreadData = { data, databaseUrl, order }
  const file = new URL('./audit-thread.ts', import.meta.url)
  let end: AuditOutcome | undefined
  let message = 'the audit ended without a report'
  try {
    await threads.run<AuditOutcome>({ name: `audit ${order.kind}`, file, workerData }, (outcome) => (end = outcome))
  } catch (error) {
    message = error instanceof Error ? error.message : String(error)
  }
  return end ?? { outcome: 'not_run', message }
}
