import type { Queries } from '../../storage/storage.ts'
import type { PackedBatch } from './rows.ts'

export interface BatchRange {
  readonly incarnation: number
  /** Batches after `after`, up to `upTo`. */
  readonly after: number
  readonly upTo: number
}

const PAGE_BATCHES = 256

/** Reads the batches of a range from the database, in pages, oldest first. A page that is not full is the last. */
export async function* readBatches(
  queries: Queries,
  { incarnation, after, upTo }: BatchRange,
): AsyncIterable<PackedBatch[]> {
  const sql = `select seq, at_ms, hash, lines from batch where incarnation = $1 and $2 < seq and seq <= $3
               order by seq limit ${PAGE_BATCHES}`
  for (let last = after, rows = PAGE_BATCHES; rows === PAGE_BATCHES; ) {
    type Row = readonly [seq: number, atMs: number, hash: Uint8Array, lines: Uint8Array]
    const page = await queries.query<Row>(sql, incarnation, last, upTo)
    yield page.map(([seq, atMs, hash, packed]) => ({ incarnation, seq, atMs, hash: hash.toHex(), packed }))
    rows = page.length
    last = page.at(-1)?.[0] ?? last
  }
}
