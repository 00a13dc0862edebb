import type { Queries } from '../../storage/storage.ts'
import type { Rows } from './books.ts'
import type { ChainEnd } from './lines.ts'

export interface BatchKey {
  readonly incarnation: number
  readonly seq: number
}

export interface BatchRow extends BatchKey, ChainEnd {
  readonly lines: Uint8Array
}

/** `batch 36 of incarnation 4` */
export function formatBatchKey({ incarnation, seq }: BatchKey): string {
  return `batch ${seq} of incarnation ${incarnation}`
}

const PAGE_BATCHES = 256

/** Reads the batches after `after` up to `upTo`, in pages, oldest first. */
export async function* readBatches(
  queries: Queries,
  { incarnation, after, upTo }: { readonly incarnation: number; readonly after: number; readonly upTo: number },
): AsyncIterable<BatchRow[]> {
  const sql = `select seq, at_ms, period, hash, lines from batch where incarnation = $1 and $2 < seq and seq <= $3
               order by seq limit ${PAGE_BATCHES}`
  for (let last = after, rows = PAGE_BATCHES; rows === PAGE_BATCHES; ) {
    type Row = readonly [seq: number, atMs: number, period: string, hash: Uint8Array, lines: Uint8Array]
    const page = await queries.query<Row>(sql, incarnation, last, upTo)
    if (0 < page.length)
      yield page.map(([seq, atMs, period, hash, lines]) => ({ incarnation, seq, atMs, period, hash, lines }))
    rows = page.length
    last = page.at(-1)?.[0] ?? last
  }
}

/** What the books have under a number. */
export async function readBatchEnd(rows: Rows, { incarnation, seq }: BatchKey): Promise<ChainEnd | undefined> {
  const sql = 'select hash, period, at_ms from batch where incarnation = $1 and seq = $2'
  const [row] = await rows.query<readonly [Uint8Array, string, number]>(sql, incarnation, seq)
  return row && { seq, hash: row[0], period: row[1], atMs: row[2] }
}

/** Whether the books have this batch, and no other, under its number. Every journal has the end with the number 0. */
export async function hasBatch(rows: Rows, incarnation: number, { seq, hash }: ChainEnd): Promise<boolean> {
  if (seq === 0) return true
  const stored = await readBatchEnd(rows, { incarnation, seq })
  return stored !== undefined && Buffer.compare(stored.hash, hash) === 0
}

/** Every incarnation with the number of its newest batch; 0: it has none. */
export async function readNewestSeqs(rows: Rows): Promise<Map<number, number>> {
  const sql = `select i.incarnation, coalesce((select max(b.seq) from batch b where b.incarnation = i.incarnation), 0)
               from incarnation i order by i.started_at_ms, i.incarnation`
  return new Map(await rows.query<readonly [number, number]>(sql))
}

export async function readNewestSeq(rows: Rows, incarnation: number): Promise<number> {
  const sql = 'select max(seq) from batch where incarnation = $1'
  const [row] = await rows.query<readonly [number | null]>(sql, incarnation)
  return row?.[0] ?? 0
}
