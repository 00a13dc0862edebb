import { archiveFolder } from './archive/journal-archive.ts'
import type { AuditDepth } from './books/audit-input.ts'
import type { AuditReport } from './books/audit-report.ts'
import { auditDatabase } from './books/sql-audit.ts'
import { openBooksDatabase } from './open-books.ts'
import { auditPace } from './thread/audit-pace.ts'
import type { NodePlace } from './thread/place.ts'

/** Audits books that a server may be using, slowly enough that it goes on charging. Changes nothing. Throws InputError if there are none. */
export async function auditBooks(place: NodePlace, depth: AuditDepth): Promise<AuditReport> {
  await using database = await openBooksDatabase(place)
  return await auditDatabase(database, { depth, archive: archiveFolder(place.data), pause: auditPace() })
}
