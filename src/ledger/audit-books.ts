import { compareBooks } from './audit/audit.ts'
import type { AuditReport } from './audit/difference.ts'
import { type BooksPlace, openBooksToRead } from './open-books.ts'
import { createAuditPause } from './thread/audit-pause.ts'

/**
 * Audits the books, slowly enough that a server on them can go on charging. Changes nothing. Throws InputError if there
 * are none.
 */
export async function auditBooks(place: BooksPlace, depth: AuditReport['depth']): Promise<AuditReport> {
  await using books = await openBooksToRead(place)
  return await compareBooks(books, { depth, pause: createAuditPause() })
}
