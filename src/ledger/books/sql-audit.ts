import type { Database, Queries } from '../../storage/storage.ts'
import { ArchiveFault } from '../archive/archive-file.ts'
import { JournalArchive } from '../archive/journal-archive.ts'
import type { CheckpointChanges } from './audit-checkpoint.ts'
import type { AuditDepth, AuditedIncarnation, AuditInput } from './audit-input.ts'
import type { AuditReport } from './audit-report.ts'
import { runAudit } from './audit-run.ts'
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
  /**
   * Stores what was verified, so that the next audit does not read it again. Not called if the audit found a
   * difference.
   */
  readonly store?: (changes: CheckpointChanges) => Promise<void>
}

/**
 * Audits the books in a database while they are in use. One snapshot reads the rows that can change; it does not grow
 * with the journal.
 */
export async function auditDatabase(database: Database, options: SqlAuditOptions): Promise<AuditReport> {
  try {
    return await auditOnce(database, options)
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error
    // A file disappeared during the audit. The second try reports it, and blames no account.
    return await auditOnce(database, options)
  }
}

async function auditOnce(database: Database, options: SqlAuditOptions): Promise<AuditReport> {
  const { depth, archive: folder, pause = async () => undefined } = options
  const { archiveRows, ...moment } = await database.snapshot((queries) => readMoment(database, queries, depth))
  const rows = createRows(database, createSqlDialect(database, undefined))
  const journal = new JournalArchive(folder, archiveRows)
  const archive = await journal.check(depth, pause)
  const isBelow = ({ incarnation, seq }: BatchKey): boolean =>
    archive.unreadable.has(incarnation) && seq <= (moment.checkpoint.incarnations.get(incarnation)?.seq ?? 0)
  const { report, changes } = await runAudit(
    {
      ...{ ...moment, archive, lineStates: moment.lineStates.filter((state) => !isBelow(state)) },
      batches: (incarnation, after) => readAllBatches(database, { archive: journal, incarnation, after, pause }),
      grantsUpTo: (incarnation, id) => readGrantsUpTo(database, { incarnation, id, pause }),
      grant: (id) => rows.grant(id),
    },
    depth,
  )
  if (changes !== undefined) await options.store?.(changes)
  return report
}

type Moment = Omit<AuditInput, 'archive' | 'batches' | 'grantsUpTo' | 'grant'> & { readonly archiveRows: ArchiveRows }

/** Reads everything that can change, at one moment. */
async function readMoment(database: Database, queries: Queries, depth: AuditDepth): Promise<Moment> {
  const rows = createRows(queries, createSqlDialect(database, undefined))
  const checkpoint = await readCheckpoint(queries)
  const unended = new Set((await rows.unendedIncarnations()).map(({ incarnation }) => incarnation))
  const incarnations = await readIncarnations(queries)
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

/** Jumps from one incarnation to the next in each index, however many rows each has. */
const INCARNATIONS = `
  with recursive of_batches (incarnation) as (
    select (select min(incarnation) from batch)
    union all
    select (select min(b.incarnation) from batch b where of_batches.incarnation < b.incarnation)
    from of_batches where of_batches.incarnation is not null
  ), of_grants (incarnation) as (
    select (select min(id) / ${GRANTS_MAX} from unit_grant)
    union all
    select (
      select min(g.id) / ${GRANTS_MAX} from unit_grant g
      where (of_grants.incarnation + 1) * ${GRANTS_MAX} <= g.id
    )
    from of_grants where of_grants.incarnation is not null
  ), present (incarnation) as (
    select incarnation from of_batches where incarnation is not null
    union select incarnation from of_grants where incarnation is not null
    union select incarnation from audit_incarnation
  )
  select incarnation, (select max(seq) from batch where batch.incarnation = present.incarnation) from present
  order by incarnation`

export async function readIncarnations(queries: Queries): Promise<AuditedIncarnation[]> {
  const rows = await queries.query<readonly [number, number | null]>(INCARNATIONS)
  return rows.map(([incarnation, lastSeq]) => ({ incarnation, lastSeq: lastSeq ?? 0 }))
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
