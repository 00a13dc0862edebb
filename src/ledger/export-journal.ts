import { createHash } from 'node:crypto'
import { closeSync, existsSync, fdatasyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { isoTime } from '../stdx/clock.ts'
import { InputError } from '../stdx/input-error.ts'
import { syncFolder } from '../stdx/sync-folder.ts'
import { writeAll } from '../stdx/write-all.ts'
import { withBooksLock } from './books-lock.ts'
import { type BooksPlace, openBooksToRead, openBooksToWrite } from './open-books.ts'
import { readAuditMarks, readExportedEnds, storeExported } from './tables/audits.ts'
import { type BatchKey, formatBatchKey, readBatches, readNewestSeqs } from './tables/batches.ts'
import type { Books } from './tables/books.ts'
import { batchHash, type ChainEnd, chainStart, unpackLines } from './tables/lines.ts'
import { readSubjects } from './tables/subjects.ts'

export interface ExportOptions {
  /** Charges of months before this one are written. */
  readonly before: string
  /** The folder of the file. */
  readonly out: string
  /** Removes the written batches from the database, once the file is durable. */
  readonly deletes: boolean
  /** Called now and then. May throw to interrupt. */
  readonly progress?: ((state: ExportProgress) => void) | undefined
}

interface ExportProgress {
  readonly step: 'writing' | 'removing'
  readonly batches: number
  readonly total: number
}

export interface ExportReport {
  /** Null: there was nothing to write. */
  readonly file: string | null
  readonly sha256: string | null
  readonly batches: number
  readonly lines: number
  readonly units: number
  readonly deletedBatches: number
}

/** Consecutive batches of one incarnation, from the first that the database has. */
interface Range {
  readonly incarnation: number
  readonly after: number
  readonly upTo: number
}

/**
 * Writes the journal of old months as compressed JSON lines: one line per debit, and at the end the sums of each
 * account and month. Only batches that an audit has verified, and never the newest of an incarnation: the next batch is
 * chained to it. Sums and statements stay in the database.
 */
export async function exportJournal(place: BooksPlace, options: ExportOptions): Promise<ExportReport> {
  await using reader = await openBooksToRead(place)
  const report = await withBooksLock('audit', place, reader, () => exportLocked(place, reader, options))
  if (report === undefined)
    throw new InputError('another export, or an audit, runs on these books. Run this command when it has ended.')
  return report
}

async function exportLocked(place: BooksPlace, reader: Books, options: ExportOptions): Promise<ExportReport> {
  const ranges = await findRanges(reader, options.before)
  const written = ranges.length === 0 ? undefined : await writeFile(reader, ranges, options)
  const deletedBatches = options.deletes ? await removeExported(place, written, options) : 0
  if (written === undefined) return { file: null, sha256: null, batches: 0, lines: 0, units: 0, deletedBatches }
  const { ends: _, ...counts } = written
  return { ...counts, deletedBatches }
}

/** Also what an interrupted export has written and not removed. */
async function removeExported(
  place: BooksPlace,
  written: WrittenFile | undefined,
  { before, progress }: ExportOptions,
): Promise<number> {
  await using writer = await openBooksToWrite(place)
  if (written !== undefined)
    await writer.transaction(async (rows) => {
      for (const [incarnation, end] of written.ends) {
        const names = { file: written.file, beforePeriod: before }
        await storeExported(rows, { incarnation, end, sha256: Uint8Array.fromHex(written.sha256), ...names })
      }
    })
  const ranges = await findExported(writer)
  const total = countBatches(ranges)
  const sql = 'delete from batch where incarnation = $1 and $2 < seq and seq <= $3'
  let removed = 0
  for (const { incarnation, after, upTo } of ranges)
    for (let from = after; from < upTo; from += PIECE_BATCHES) {
      removed += await writer.run(sql, incarnation, from, Math.min(upTo, from + PIECE_BATCHES))
      progress?.({ step: 'removing', batches: removed, total })
    }
  return removed
}

/** A piece takes a few milliseconds, in which SQLite commits no charge. */
const PIECE_BATCHES = 500

function countBatches(ranges: readonly Range[]): number {
  return ranges.reduce((sum, { after, upTo }) => sum + upTo - after, 0)
}

/** The batches that are written and still in the database. */
async function findExported(writer: Books): Promise<Range[]> {
  const ranges: Range[] = []
  for (const [incarnation, { seq: upTo }] of await readExportedEnds(writer)) {
    const sql = 'select min(seq) from batch where incarnation = $1'
    const [[first]] = (await writer.query(sql, incarnation)) as [[number | null]]
    if (first !== null && first <= upTo) ranges.push({ incarnation, after: first - 1, upTo })
  }
  return ranges
}

async function findRanges(reader: Books, before: string): Promise<Range[]> {
  return await reader.snapshot(async (rows) => {
    const marks = await readAuditMarks(rows)
    const exported = await readExportedEnds(rows)
    const ranges: Range[] = []
    for (const [incarnation, newest] of await readNewestSeqs(rows)) {
      const after = exported.get(incarnation)?.seq ?? 0
      const sql = 'select min(seq) from batch where incarnation = $1 and $2 <= period'
      const [[young]] = (await rows.query(sql, incarnation, before)) as [[number | null]]
      const upTo = Math.min((young ?? newest + 1) - 1, newest - 1, marks.get(incarnation)?.seq ?? 0)
      if (after < upTo) ranges.push({ incarnation, after, upTo })
    }
    return ranges
  })
}

function freeName(folder: string, stem: string): string {
  for (let i = 1; ; i++) {
    const path = join(folder, `${stem}${i === 1 ? '' : `-${i}`}.jsonl.gz`)
    if (!existsSync(path)) return path
  }
}

interface Counts {
  batches: number
  lines: number
  units: number
  readonly ends: Map<number, ChainEnd>
}

interface WrittenFile extends Readonly<Counts> {
  readonly file: string
  readonly sha256: string
}

/** The file has its name only when all of it is on the disk. */
async function writeFile(
  reader: Books,
  ranges: readonly Range[],
  { out, before, progress }: ExportOptions,
): Promise<WrittenFile> {
  mkdirSync(out, { recursive: true, mode: 0o700 })
  const path = freeName(out, `ledger-before-${before}`)
  const making = `${path}.making`
  const file = openSync(making, 'w', 0o600)
  const digest = createHash('sha256')
  const counts: Counts = { batches: 0, lines: 0, units: 0, ends: new Map() }
  try {
    await pipeline(listLines(reader, ranges, { counts, progress }), createGzip(), async (chunks) => {
      for await (const bytes of chunks as AsyncIterable<Uint8Array>) {
        digest.update(bytes)
        writeAll(file, bytes)
      }
    })
    fdatasyncSync(file)
    renameSync(making, path)
    syncFolder(join(path, '..'))
    return { file: basename(path), ...counts, sha256: digest.digest('hex') }
  } catch (error) {
    rmSync(making, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

/** The file would lack its lines, and after `--delete` it is the only proof. */
function refuseDamaged(batch: BatchKey): never {
  throw new InputError(
    `${formatBatchKey(batch)} is damaged, so nothing is exported and nothing removed. Restore it from a backup; \`regista audit --full\` says more.`,
  )
}

/** One line per debit, and then the sums. */
async function* listLines(
  reader: Books,
  ranges: readonly Range[],
  { counts, progress }: { readonly counts: Counts; readonly progress: ExportOptions['progress'] },
): AsyncGenerator<string> {
  const total = countBatches(ranges)
  const subjects = await readSubjects(reader)
  const exported = await readExportedEnds(reader)
  const sums = new Map<string, { account: string; period: string; units: number; charges: number }>()
  for (const { incarnation, ...range } of ranges) {
    for await (const page of readBatches(reader, { incarnation, ...range })) {
      const texts: string[] = []
      for (const { seq, hash, period, atMs, lines } of page) {
        const before = counts.ends.get(incarnation) ?? exported.get(incarnation) ?? chainStart(incarnation)
        const isSound = seq === before.seq + 1 && Buffer.compare(batchHash(before, incarnation, lines), hash) === 0
        if (!isSound) refuseDamaged({ incarnation, seq })
        counts.ends.set(incarnation, { seq, hash, period, atMs })
        for (const { requestId, subject, units } of unpackLines(lines) ?? refuseDamaged({ incarnation, seq })) {
          const owner = subjects.get(subject) ?? refuseDamaged({ incarnation, seq })
          const { account, project, credential, operation } = owner
          const batch = { incarnation, seq, at: isoTime(atMs), period }
          texts.push(
            JSON.stringify({ request_id: requestId, account, project, key: credential, operation, units, ...batch }),
          )
          const sum = sums.getOrInsertComputed(`${period} ${account}`, () => ({
            account,
            period,
            units: 0,
            charges: 0,
          }))
          sum.units += units
          sum.charges++
          counts.lines++
          counts.units += units
        }
      }
      counts.batches += page.length
      if (0 < texts.length) yield `${texts.join('\n')}\n`
      progress?.({ step: 'writing', batches: counts.batches, total })
    }
  }
  for (const sum of sums.values()) yield `${JSON.stringify({ sum: true, ...sum })}\n`
}
