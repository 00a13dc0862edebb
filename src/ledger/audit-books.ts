import { archiveFolder } from './archive/journal-archive.ts'
import type { AuditDepth } from './books/audit-input.ts'
import type { AuditReport } from './books/audit-report.ts'
import { auditDatabase } from './books/sql-audit.ts'
import { openBooksDatabase } from './open-books.ts'
import { createAuditPause } from './thread/audit-pause.ts'
import type { NodeLocation } from './thread/node-location.ts'

/**
 * Audits the books, slowly enough that a server on them can go on charging. Changes nothing. Throws InputError if there
 * are none.
 */
export async function auditBooks(place: NodeLocation, depth: AuditDepth): Promise<AuditReport> {
  await using database = await openBooksDatabase(place)
  const options = { depth, archive: archiveFolder(place.data), pause: createAuditPause() }
  return (await auditDatabase(database, options)).report
}
