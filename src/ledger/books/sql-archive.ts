import type { Database, Queries } from '../../storage/storage.ts'
import { readSingleRow } from './single-row.ts'
import { SqlTable } from './sql-table.ts'

export interface ArchivedFileRow {
  readonly id: number
  readonly name: string
  readonly bytes: number
  /** In hexadecimal. */
  readonly sha256: string
}

/** Consecutive batches of one incarnation that are read from a file. */
export interface ArchivedRange {
  readonly incarnation: number
  readonly seqFrom: number
  readonly seqTo: number
  readonly archiveId: number
  /** The hash of the last batch, in hexadecimal. */
  readonly hash: string
}

export interface ArchiveRows {
  readonly files: ReadonlyMap<number, ArchivedFileRow>
  /** By incarnation, oldest first. The ranges of an incarnation begin with its first batch and have no gap. */
  readonly ranges: ReadonlyMap<number, readonly ArchivedRange[]>
}

const FILE = new SqlTable<ArchivedFileRow>('archive_file', 1, {
  id: 'number',
  name: 'text',
  bytes: 'number',
  sha256: 'bytes',
})

const RANGE = new SqlTable<ArchivedRange>('archive_range', 2, {
  incarnation: 'number',
  seqFrom: 'number',
  seqTo: 'number',
  archiveId: 'number',
  hash: 'bytes',
})

export async function readArchiveRows(queries: Queries): Promise<ArchiveRows> {
  const files = await FILE.select(queries, 'order by id')
  const ranges = await RANGE.select(queries, 'order by incarnation, seq_from')
  return {
    files: new Map(files.map((row) => [row.id, row])),
    ranges: Map.groupBy(ranges, ({ incarnation }) => incarnation),
  }
}

/**
 * Stores a new archive file and its ranges. After the commit these batches are read from the file. `outrun`: another
 * command has archived since this one began, and nothing was changed.
 */
export function putArchive(
  database: Database,
  { id, name, bytes, sha256 }: ArchivedFileRow,
  ranges: readonly ArchivedRange[],
): Promise<'put' | 'outrun'> {
  return database.transaction(async (queries) => {
    // Two commands at a time have chosen the same id.
    const insert = `insert into archive_file (id, name, bytes, sha256) values ($1, $2, $3, $4) on conflict do nothing`
    if ((await queries.run(insert, id, name, bytes, Uint8Array.fromHex(sha256))) === 0) return 'outrun'
    await RANGE.put(queries, database.dialect, ranges)
    return 'put'
  })
}

/** The oldest batch of an incarnation in the table. */
export async function readFirstSeq(queries: Queries, incarnation: number): Promise<number | undefined> {
  const sql = 'select min(seq) from batch where incarnation = $1'
  return (await readSingleRow<readonly [number | null]>(queries, sql, incarnation))[0] ?? undefined
}

/** Removes a range of batches from the table, oldest first. Each piece is a short transaction. */
export async function* removeBatches(
  database: Database,
  { incarnation, seqFrom, seqTo }: Pick<ArchivedRange, 'incarnation' | 'seqFrom' | 'seqTo'>,
): AsyncIterable<number> {
  const sql = 'delete from batch where incarnation = $1 and seq between $2 and $3'
  for (let seq = seqFrom; seq <= seqTo; seq += PIECE_BATCHES)
    yield await database.run(sql, incarnation, seq, Math.min(seqTo, seq + PIECE_BATCHES - 1))
}

/** A piece takes a few milliseconds, in which SQLite commits no charge. */
const PIECE_BATCHES = 500
