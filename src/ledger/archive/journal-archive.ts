import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { hashFile } from '../../stdx/hash-file.ts'
import type { ArchiveCheck, AuditDepth } from '../books/audit-input.ts'
import { type Difference, makeDifference, makeMissing } from '../books/difference.ts'
import type { PackedBatch } from '../books/rows.ts'
import type { ArchivedFileRow, ArchivedRange, ArchiveRows } from '../books/sql-archive.ts'
import { type BatchSpan, readArchivedBatches, readSpans } from './archive-file.ts'

export function archiveFolder(data: string): string {
  return join(data, 'archive')
}

/** The archive files in a data folder, as paths relative to it. */
export function listArchiveFiles(data: string): string[] {
  const folder = archiveFolder(data)
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names.filter((name) => name.endsWith('.journal')).map((name) => `archive/${name}`)
}

/** Reads archived batches from the files that the books name. */
export class JournalArchive {
  readonly #folder: string
  #rows: ArchiveRows
  readonly #checked = new Map<number, Promise<Difference | undefined>>()

  constructor(folder: string, rows: ArchiveRows) {
    this.#folder = folder
    this.#rows = rows
  }

  /** Takes over rows of files archived since. */
  update(rows: ArchiveRows): void {
    this.#rows = rows
  }

  /** The last batch of the incarnation that is read from a file. */
  lastArchivedSeq(incarnation: number): number {
    return this.#rows.ranges.get(incarnation)?.at(-1)?.seqTo ?? 0
  }

  /** Reads the archived batches after this one, in pages, oldest first. */
  *forward(incarnation: number, after: number): Iterable<PackedBatch[]> {
    for (let seq = after + 1; seq <= this.lastArchivedSeq(incarnation); ) {
      const { path, seqTo } = this.#find(incarnation, seq)
      const last = Math.min(seqTo, seq + PAGE_BATCHES - 1)
      yield readArchivedBatches(path, { incarnation, seqFrom: seq, seqTo: last })
      seq = last + 1
    }
  }

  /** Reads the archived batches from this one down, newest first. */
  *back(incarnation: number, from: number): Iterable<PackedBatch> {
    for (let seq = Math.min(from, this.lastArchivedSeq(incarnation)); 0 < seq; ) {
      const { path, seqFrom } = this.#find(incarnation, seq)
      const first = Math.max(seqFrom, seq - PAGE_BATCHES + 1)
      yield* readArchivedBatches(path, { incarnation, seqFrom: first, seqTo: seq }).reverse()
      seq = first - 1
    }
  }

  /** Compares the files with the books. `new` checks only that they exist, and their lengths. */
  async check(depth: AuditDepth, pause: () => Promise<void>): Promise<ArchiveCheck> {
    const differences: Difference[] = []
    const unreadable = new Set<number>()
    for (const file of this.#rows.files.values()) {
      await pause()
      const found = await this.#checkFile(file, depth)
      if (found === undefined) continue
      differences.push(found)
      for (const range of this.#rangesOf(file.id)) unreadable.add(range.incarnation)
    }
    return { differences, unreadable }
  }

  /** Finds a missing or altered file among those with batches of this incarnation. */
  async checkFilesOf(incarnation: number): Promise<Difference | undefined> {
    for (const { archiveId } of this.#rows.ranges.get(incarnation) ?? []) {
      const row = this.#rows.files.get(archiveId)
      const found = row && (await this.#checkFileOnce(row))
      if (found !== undefined) return found
    }
    return undefined
  }

  #checkFileOnce(row: ArchivedFileRow): Promise<Difference | undefined> {
    return this.#checked.getOrInsertComputed(row.id, () => this.#checkFile(row, 'full'))
  }

  async #checkFile(row: ArchivedFileRow, depth: AuditDepth): Promise<Difference | undefined> {
    const path = join(this.#folder, row.name)
    const what = `the archive file ${row.name}`
    const against = 'the books name it, so it must be'
    const altered = (is: string): Difference =>
      makeDifference('archive', {}, { what, is, against, shouldBe: 'as it was written' })
    try {
      if (statSync(path).size !== row.bytes) return altered('altered')
      if (depth === 'new') return undefined
      const isSame = (await hashFile(path, () => undefined)) === row.sha256 && this.#hasRanges(row.id, path)
      return isSame ? undefined : altered('altered')
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      return code === 'ENOENT' ? makeMissing('archive', {}, what, against) : altered(`unreadable ${code}`.trim())
    }
  }

  /** Checks that the file has exactly the ranges that the books name. */
  #hasRanges(id: number, path: string): boolean {
    const format = ({ incarnation, seqFrom, seqTo }: BatchSpan): string => `${incarnation}/${seqFrom}-${seqTo}`
    const ranges = this.#rangesOf(id)
    if (readSpans(path).map(format).join() !== ranges.map(format).join()) return false
    return ranges.every(({ incarnation, seqTo, hash }) => {
      const [last] = readArchivedBatches(path, { incarnation, seqFrom: seqTo, seqTo })
      return last!.hash === hash
    })
  }

  #rangesOf(id: number): ArchivedRange[] {
    const all = [...this.#rows.ranges.values()].flat().filter(({ archiveId }) => archiveId === id)
    return all.sort((a, b) => a.incarnation - b.incarnation || a.seqFrom - b.seqFrom)
  }

  /** Finds the file with this batch, and the range that contains the batch. */
  #find(incarnation: number, seq: number): ArchivedRange & { readonly path: string } {
    const range = this.#rows.ranges.get(incarnation)!.find(({ seqTo }) => seq <= seqTo)!
    const { name = `(file ${range.archiveId}, which the books do not name)` } =
      this.#rows.files.get(range.archiveId) ?? {}
    return { ...range, path: join(this.#folder, name) }
  }
}

/** Batches that are read at a time. */
const PAGE_BATCHES = 256
