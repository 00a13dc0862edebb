import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { InputError } from '../../stdx/input-error.ts'
import { syncFolder } from '../../stdx/sync-folder.ts'
import type { Database } from '../../storage/storage.ts'
import { formatDifference } from '../books/difference.ts'
import { batchHash, firstHash, ScannedLines } from '../books/line-codec.ts'
import type { PackedBatch } from '../books/rows.ts'
import {
  type ArchivedFileRow,
  type ArchivedRange,
  putArchive,
  readArchiveRows,
  readFirstSeq,
  removeBatches,
} from '../books/sql-archive.ts'
import { readBatches } from '../books/sql-batches.ts'
import { readBooksId } from '../books/sql-register.ts'
import { ArchiveWriter } from './archive-file.ts'
import { type ArchivePlan, planArchive, readMovingGrants } from './archive-plan.ts'
import { JournalArchive } from './journal-archive.ts'

export interface ArchiveOptions {
  /** The folder for the archive files. */
  readonly folder: string
  /** Archives charges to months before this one: `2026-11`. */
  readonly before: string
  /** Called after each step. A process that dies there must lose nothing. */
  readonly step?: (at: ArchiveStep) => Promise<void>
}

export interface ArchiveStep {
  readonly what: 'read' | 'file_written' | 'file_named' | 'books_changed' | 'removed'
  readonly batches: number
}

export interface ArchiveReport {
  /** Null: there was nothing to archive. */
  readonly file: string | null
  readonly bytes: number
  readonly batches: number
  readonly lines: number
  /** Batches removed from the database, including those that an earlier command archived. */
  readonly removedBatches: number
  /** Batches that stay in the database, by reason. */
  readonly stay: Readonly<Record<StayReason, number>>
  /** Reasons why archived batches were not removed from the database. */
  readonly notRemoved: readonly string[]
}

/**
 * `unverified`: no audit has verified the batch and all before it. `month`: the batch or one before it charges a
 * month that is open or too recent.
 */
export type StayReason = 'last_of_incarnation' | 'unverified' | 'month'

/**
 * Moves batches of old months from the database to a file. It moves verified batches only, from the beginning of an
 * incarnation's history on.
 * The file is on the disk before the books name it, and the rows are deleted after that. Readers use the file as soon
 * as it is named. So a stop at any point loses nothing, no batch is read twice, and the next run removes what is
 * left.
 */
export async function archiveJournal(database: Database, options: ArchiveOptions): Promise<ArchiveReport> {
  const { folder, before, step = async () => undefined } = options
  const plan = await database.snapshot((queries) => planArchive(queries))
  const written = await writeArchive(database, plan, { folder, before, step })
  if (written.row !== undefined) {
    if ((await putArchive(database, written.row, written.ranges)) === 'outrun')
      throw new InputError('another command has archived these books at the same time. Run this one again.')
    await step({ what: 'books_changed', batches: written.batches })
  }
  const removed = await removeArchived(database, folder, step)
  const { row, batches, lines, stay } = written
  return { file: row?.name ?? null, bytes: row?.bytes ?? 0, batches, lines, stay, ...removed }
}

interface Written {
  readonly row: ArchivedFileRow | undefined
  readonly ranges: readonly ArchivedRange[]
  readonly batches: number
  readonly lines: number
  readonly stay: Record<StayReason, number>
}

async function writeArchive(
  database: Database,
  plan: ArchivePlan,
  { folder, before, step }: Required<ArchiveOptions>,
): Promise<Written> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const making = join(folder, MAKING)
  const booksId = await readBooksId(database)
  const stay = { last_of_incarnation: 0, unverified: 0, month: 0 }
  const ranges: ArchivedRange[] = []
  let batches = 0
  let lines = 0
  try {
    using writer = new ArchiveWriter(making)
    for (const { incarnation, archived, verifiedSeq, lastSeq } of plan.incarnations) {
      const seqMax = Math.min(verifiedSeq, lastSeq - 1)
      const from = { seq: archived?.seqTo ?? 0, hash: archived?.hash ?? firstHash(booksId, incarnation).toHex() }
      let last = from
      if (from.seq < seqMax) {
        const moving = await readMovingGrants(database, incarnation, before)
        const scanned = new ScannedLines()
        reading: for await (const page of readBatches(database, { incarnation, after: from.seq, upTo: seqMax })) {
          await step({ what: 'read', batches: batches + last.seq - from.seq })
          for (const batch of page) {
            requireChained(last, batch, scanned)
            if (scanned.grants.slice(0, scanned.count).some((grant) => moving.has(grant))) break reading
            writer.add(batch)
            last = batch
            lines += scanned.count
          }
        }
      }
      if (last.seq < lastSeq) stay.last_of_incarnation++
      stay.month += Math.max(0, seqMax - last.seq)
      stay.unverified += Math.max(0, lastSeq - 1 - Math.max(seqMax, last.seq))
      if (last.seq === from.seq) continue
      batches += last.seq - from.seq
      const range = { incarnation, seqFrom: from.seq + 1, seqTo: last.seq, hash: last.hash }
      ranges.push({ ...range, archiveId: plan.nextId })
    }
    if (ranges.length === 0) return { row: undefined, ranges, batches, lines, stay }
    const { bytes, sha256 } = await writer.end()
    await step({ what: 'file_written', batches })
    const name = `${plan.nextId.toString().padStart(6, '0')}-${sha256.slice(0, 16)}.journal`
    renameSync(making, join(folder, name))
    syncFolder(folder)
    await step({ what: 'file_named', batches })
    return { row: { id: plan.nextId, name, bytes, sha256 }, ranges, batches, lines, stay }
  } finally {
    rmSync(making, { force: true })
  }
}

const MAKING = 'making'

/** Checks the number, hash and lines of a batch before it goes into the file. */
function requireChained(
  before: { readonly seq: number; readonly hash: string },
  batch: PackedBatch,
  scanned: ScannedLines,
): void {
  const { incarnation, seq } = batch
  const isReadable = scanned.scan(incarnation, batch.packed)
  const hash = batchHash(Uint8Array.fromHex(before.hash), batch, batch.packed).toHex()
  if (isReadable && seq === before.seq + 1 && hash === batch.hash) return
  throw new InputError(
    `batch ${before.seq + 1} of incarnation ${incarnation} is damaged or missing. Nothing was archived; \`regista audit --full\` says what is wrong.`,
  )
}

/** Removes archived rows only if their file is in this folder, unchanged. */
async function removeArchived(
  database: Database,
  folder: string,
  step: NonNullable<ArchiveOptions['step']>,
): Promise<Pick<ArchiveReport, 'removedBatches' | 'notRemoved'>> {
  const rows = await readArchiveRows(database)
  const archive = new JournalArchive(folder, rows)
  const notRemoved = new Set<string>()
  let removedBatches = 0
  for (const incarnation of rows.ranges.keys()) {
    const seqFrom = await readFirstSeq(database, incarnation)
    const seqTo = archive.lastArchivedSeq(incarnation)
    if (seqFrom === undefined || seqTo < seqFrom) continue
    const fault = await archive.checkFilesOf(incarnation)
    if (fault !== undefined) {
      notRemoved.add(formatDifference(fault))
      continue
    }
    for await (const removed of removeBatches(database, { incarnation, seqFrom, seqTo })) {
      removedBatches += removed
      await step({ what: 'removed', batches: removedBatches })
    }
  }
  return { removedBatches, notRemoved: [...notRemoved] }
}
