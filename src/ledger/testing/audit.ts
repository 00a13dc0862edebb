import type { Database } from '../../storage/storage.ts'
import { NO_CHECKPOINT } from '../books/audit-checkpoint.ts'
import type { AuditReport } from '../books/audit-report.ts'
import { runAudit } from '../books/audit-run.ts'
import { auditDatabase, type SqlAuditOptions } from '../books/sql-audit.ts'
import { moveCheckpoint } from '../books/sql-checkpoint.ts'
import type { Rows } from '../books/store.ts'
import { readJournal } from './journal.ts'
import { listGrants } from './rows.ts'

/**
 * Audits books without archived batches in one snapshot. Reads the whole journal into memory and ignores the
 * checkpoint.
 */
export async function audit(rows: Rows): Promise<AuditReport> {
  const grants = Map.groupBy(await listGrants(rows), ({ incarnation }) => incarnation)
  const journal = Map.groupBy(await Array.fromAsync(readJournal(rows)), ({ incarnation }) => incarnation)
  const incarnations = [...new Set([...grants.keys(), ...journal.keys()])].sort((a, b) => a - b)
  const { report } = await runAudit(
    {
      ...{ booksId: await rows.booksId(), accounts: await rows.accounts(), changes: await rows.allowanceChanges() },
      ...{ periods: await rows.periods(), subjects: await rows.subjects(), notices: await rows.notices() },
      ...{ grants, lineStates: await rows.lineStatesAll(), checkpoint: NO_CHECKPOINT },
      unended: new Set((await rows.unendedIncarnations()).map(({ incarnation }) => incarnation)),
      archive: { differences: [], unreadable: new Set() },
      incarnations: incarnations.map((incarnation) => ({ incarnation, lastSeq: 0 })),
      batches: async function* ({ incarnation }) {
        yield* journal.get(incarnation) ?? []
      },
      grantsUpTo: async function* () {},
      grant: (id) => rows.grant(id),
    },
    'full',
  )
  return report
}

/** Audits books in a database and stores what was verified, so that the next audit does not read it again. */
export async function auditAndStore(database: Database, options: SqlAuditOptions): Promise<AuditReport> {
  const { report, changes } = await auditDatabase(database, options)
  if (changes !== undefined) await moveCheckpoint(database, changes)
  return report
}
