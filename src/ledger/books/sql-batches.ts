import type { Queries } from '../../storage/storage.ts'
import type { AuditedIncarnation } from './audit-input.ts'
import { GRANTS_MAX, type PackedBatch } from './rows.ts'

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

/** The incarnations that have a batch, a grant or a checkpoint, with their last batch. */
export async function readIncarnations(queries: Queries): Promise<AuditedIncarnation[]> {
  const rows = await queries.query<readonly [number, number | null]>(INCARNATIONS)
  return rows.map(([incarnation, lastSeq]) => ({ incarnation, lastSeq: lastSeq ?? 0 }))
}
