import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { hashFile } from '../../stdx/hash-file.ts'
import { InputError } from '../../stdx/input-error.ts'
import { syncFile } from '../../stdx/sync-file.ts'
import { explainSqliteError, openSqlite, type Sqlite, type SqlValue, type Statement } from '../../storage/storage.ts'
import type { PackedBatch } from '../books/rows.ts'

/*
 * An archive file is a SQLite database that is written once and never changes. Each row has a CRC, because SQLite
 * notices a changed byte only in the structure of a page.
 */
const TABLE = `
  create table batch (
    incarnation integer not null, seq integer not null, at_ms integer not null, hash blob not null, lines blob not null,
    crc32 integer not null, primary key (incarnation, seq)
  ) strict`

/** An archive file is missing or altered. The message names it. */
export class ArchiveFault extends InputError {}

/** Writes batches to a new file. Replaces a file that a stopped run has left. */
export class ArchiveWriter implements Disposable {
  readonly #path: string
  readonly #file: Sqlite
  readonly #insert: Statement

  constructor(path: string) {
    rmSync(path, { force: true })
    writeFileSync(path, '', { mode: 0o600 })
    this.#path = path
    this.#file = openSqlite(path, { use: 'built' })
    try {
      this.#file.exec(`${TABLE}; begin`)
    } catch (error) {
      this.#file.close()
      throw explainSqliteError(error, path)
    }
    this.#insert = this.#file.prepare('insert into batch values (?, ?, ?, ?, ?, ?)')
  }

  add(batch: PackedBatch): void {
    const { incarnation, seq, atMs, hash, packed } = batch
    const bytes = Uint8Array.fromHex(hash)
    this.#explainFault(() => this.#insert.run(incarnation, seq, atMs, bytes, packed, checksumOf(batch)))
  }

  /** Flushes the file to the disk. Nothing can be added afterwards. */
  async end(): Promise<{ readonly bytes: number; readonly sha256: string }> {
    this.#explainFault(() => this.#file.exec('commit'))
    syncFile(this.#path)
    return { bytes: statSync(this.#path).size, sha256: await hashFile(this.#path, () => undefined) }
  }

  [Symbol.dispose](): void {
    this.#file.close()
  }

  /** The disk may be full. */
  #explainFault(write: () => void): void {
    try {
      write()
    } catch (error) {
      throw explainSqliteError(error, this.#path)
    }
  }
}

/** Consecutive batches of one incarnation. */
export interface BatchSpan {
  readonly incarnation: number
  readonly seqFrom: number
  readonly seqTo: number
}

/** Reads batches from a file, oldest first. Throws ArchiveFault if the file is missing or altered. */
export function readArchivedBatches(path: string, { incarnation, seqFrom, seqTo }: BatchSpan): PackedBatch[] {
  type Row = readonly [number, number, Uint8Array, Uint8Array, number]
  const sql = `select seq, at_ms, hash, lines, crc32 from batch
               where incarnation = ? and seq between ? and ? order by seq`
  const rows = queryFile<Row>(path, sql, incarnation, seqFrom, seqTo)
  // Each reader needs a batch. In damaged books, the range that was found for it may begin after it.
  if (rows.length === 0 || rows.length !== seqTo - seqFrom + 1) throw createFault(path, WAS_ALTERED)
  return rows.map(([seq, atMs, hash, packed, checksum]) => {
    const batch = { incarnation, seq, atMs, hash: hash.toHex(), packed }
    if (checksum !== checksumOf(batch)) throw createFault(path, WAS_ALTERED)
    return batch
  })
}

/** Includes the time, by which a statement assigns lines to days, and the numbers, by which an index finds the row. */
function checksumOf({ incarnation, seq, atMs, hash, packed }: PackedBatch): number {
  return crc32(packed, crc32(`${incarnation} ${seq} ${atMs} ${hash}`))
}

/** The batches that a file has, by incarnation. */
export function readSpans(path: string): BatchSpan[] {
  const sql = 'select incarnation, min(seq), max(seq) from batch group by incarnation order by incarnation'
  const rows = queryFile<readonly [number, number, number]>(path, sql)
  return rows.map(([incarnation, seqFrom, seqTo]) => ({ incarnation, seqFrom, seqTo }))
}

/** Opens the file for each query: a reader of many pages keeps no file open, and a file can be put back meanwhile. */
function queryFile<Row extends readonly SqlValue[]>(path: string, sql: string, ...values: SqlValue[]): Row[] {
  if (!existsSync(path)) throw createFault(path, 'does not exist')
  try {
    using file = openSqlite(path, { use: 'frozen' })
    return file.prepare<Row>(sql).all(...values)
  } catch (error) {
    // The sentence of `openSqlite` advises to start without the file.
    if (error instanceof InputError) throw createFault(path, 'is damaged, or its disk is')
    throw createFault(path, `cannot be read (${error instanceof Error ? error.message : String(error)})`)
  }
}

const WAS_ALTERED = 'was altered'

function createFault(path: string, what: string): ArchiveFault {
  const where = 'copy the file from a backup or from the node that archived it.'
  return new ArchiveFault(`${path} ${what}. It holds archived charges: ${where}`)
}
