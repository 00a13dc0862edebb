import type { Database, Queries } from '../../storage/storage.ts'
import { ArchiveFault } from '../archive/archive-file.ts'
import { JournalArchive } from '../archive/journal-archive.ts'
import type { AuditDepth, AuditedIncarnation, AuditInput } from './audit-input.ts'
import { type AuditResult, runAudit } from './audit-run.ts'
import { type BatchKey, GRANTS_MAX, type GrantRow, type PackedBatch } from './rows.ts'
import { type ArchiveRows, readArchiveRows } from './sql-archive.ts'
import { readBatches } from './sql-batches.ts'
import { readCheckpoint } from './sql-checkpoint.ts'
import { createSqlDialect } from './sql-dialect.ts'
import { createRows } from './sql-rows.ts'

export interface SqlAuditOptions {
  readonly depth: AuditDepth
  /** The folder of the archive files. */
  readonly archive: string
  /** Called between two pages, so that more urgent work can go first. */
  readonly pause?: () => Promise<void>
}

/**
 * Audits the books in a database while they are in use. One snapshot reads the rows that can change; it does not grow
 * with the journal.
 */
export async function auditDatabase(database: Database, options: SqlAuditOptions): Promise<AuditResult> {
  try {
    return await auditOnce(database, options)
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error
    // A file disappeared during the audit. The second try reports it, and blames no account.
    return await auditOnce(database, options)
  }
}

async function auditOnce(database: Database, options: SqlAuditOptions): Promise<AuditResult> {
  const { depth, archive: folder, pause = async () => undefined } = options
  const { archiveRows, ...moment } = await database.snapshot((queries) => readMoment(database, queries, depth))
  const rows = createRows(database, createSqlDialect(database, undefined))
  const journal = new JournalArchive(folder, archiveRows)
  const archive = await journal.check(depth, pause)
  const isBelow = ({ incarnation, seq }: BatchKey): boolean =>
    archive.unreadable.has(incarnation) && seq <= (moment.checkpoint.incarnations.get(incarnation)?.seq ?? 0)
  return await runAudit(
    {
      ...{ ...moment, archive, lineStates: moment.lineStates.filter((state) => !isBelow(state)) },
      batches: (incarnation, after) => readAllBatches(database, { archive: journal, incarnation, after, pause }),
      grantsUpTo: (incarnation, id) => readGrantsUpTo(database, { incarnation, id, pause }),
      grant: (id) => rows.grant(id),
    },
    depth,
  )
}

type Moment = Omit<AuditInput, 'archive' | 'batches' | 'grantsUpTo' | 'grant'> & { readonly archiveRows: ArchiveRows }

/** Reads everything that can change, at one moment. */
async function readMoment(database: Database, queries: Queries, depth: AuditDepth): Promise<Moment> {
  const rows = createRows(queries, createSqlDialect(database, undefined))
  const checkpoint = await readCheckpoint(queries)
  const unended = new Set((await rows.unendedIncarnations()).map(({ incarnation }) => incarnation))
  const incarnations = await rows.batchIncarnations()
  const grants = new Map<number, readonly GrantRow[]>()
  const lineStates = depth === 'full' ? await rows.lineStatesAll() : []
  const seen = Map.groupBy(await rows.grantsOfCheckpoint(), ({ incarnation }) => incarnation)
  for (const { incarnation } of incarnations) {
    const known = checkpoint.incarnations.get(incarnation)
    if (known?.state === 'settled' && depth === 'new') continue
    const above = await rows.grantsBetween(
      known?.grantsTo || incarnation * GRANTS_MAX - 1,
      (incarnation + 1) * GRANTS_MAX,
    )
    grants.set(incarnation, [...(seen.get(incarnation) ?? []), ...above])
    if (depth === 'new') lineStates.push(...(await rows.lineStatesAbove({ incarnation, seq: known?.seq ?? 0 })))
  }
  return {
    ...{ checkpoint, unended, incarnations, grants, lineStates, booksId: await rows.booksId() },
    archiveRows: await readArchiveRows(queries),
    ...{ accounts: await rows.accounts(), changes: await rows.allowanceChanges() },
    ...{ periods: await rows.periods(), subjects: await rows.subjects(), notices: await rows.notices() },
  }
}

interface BatchesAudited {
  readonly archive: JournalArchive
  readonly incarnation: AuditedIncarnation
  readonly after: number
  pause(): Promise<void>
}

/**
 * Reads archived batches from their files, then the others from the table. A batch that the table lacks may have been
 * archived meanwhile, so the archive is read again.
 */
async function* readAllBatches(
  database: Database,
  { archive, incarnation: { incarnation, lastSeq }, after, pause }: BatchesAudited,
): AsyncIterable<PackedBatch> {
  for (let last = after; last < lastSeq; ) {
    for (const page of archive.forward(incarnation, last)) {
      await pause()
      const wanted = page.filter(({ seq }) => seq <= lastSeq)
      yield* wanted
      last = wanted.at(-1)?.seq ?? last
      if (wanted.length < page.length) return
    }
    await pause()
    let isArchived = false
    for await (const page of readBatches(database, { incarnation, after: last, upTo: lastSeq })) {
      if (page[0]?.seq !== last + 1) {
        archive.update(await readArchiveRows(database))
        isArchived = last < archive.lastArchivedSeq(incarnation)
        if (isArchived) break
      }
      yield* page
      last = page.at(-1)?.seq ?? last
      await pause()
    }
    if (!isArchived) return
  }
}

const PAGE_GRANTS = 1000

interface GrantRange {
  readonly incarnation: number
  readonly id: number
  pause(): Promise<void>
}

async function* readGrantsUpTo(database: Database, { incarnation, id, pause }: GrantRange): AsyncIterable<GrantRow> {
  const rows = createRows(database, createSqlDialect(database, undefined))
  for (let after = incarnation * GRANTS_MAX - 1; after < id; ) {
    await pause()
    const page = await rows.grantsBetween(after, id + 1, PAGE_GRANTS)
    yield* page
    if (page.length < PAGE_GRANTS) return
    after = page.at(-1)!.id
  }
}
