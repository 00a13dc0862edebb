import type { Queries, SqlValue } from '../../storage/storage.ts'
import { JournalArchive } from '../archive/journal-archive.ts'
import { unreadableBatchDamage } from './damage.ts'
import { unpackLines } from './line-codec.ts'
import type { Batch, BatchKey, LineStateRow } from './rows.ts'
import { readArchiveRows } from './sql-archive.ts'
import { type BatchRange, readBatches, readIncarnations } from './sql-batches.ts'
import type { SqlDialect } from './sql-dialect.ts'
import { SqlTable, selectJsonRows } from './sql-table.ts'

const LINE_STATE = new SqlTable<LineStateRow>('line_state', 3, {
  incarnation: 'number',
  seq: 'number',
  requestId: 'bytes',
  grant: 'number',
  units: 'number',
  state: 'text',
})

/** Batches that are read at a time: a search from the end seldom needs more than the last ones. */
const BACK_PAGE = 32

/** `archive`: the folder of archived batches. Without it archived batches are not read; no charge needs them. */
export function createJournalRows(queries: Queries, { name: dialect }: SqlDialect, archive?: string) {
  const lineStates = (where: string, ...values: readonly SqlValue[]): Promise<LineStateRow[]> =>
    LINE_STATE.select(queries, `${where} order by incarnation, seq, request_id`, ...values)
  return {
    batch: (key: BatchKey) => readBatch(queries, key),
    async lastSeq(incarnation: number) {
      const sql = 'select max(seq) from batch where incarnation = $1'
      const [row] = await queries.query<readonly [number | null]>(sql, incarnation)
      return row![0] ?? 0
    },
    /** Newest first, from this batch down. */
    async *batchesBack(incarnation: number, fromSeq: number): AsyncIterable<Batch> {
      const archived = archive === undefined ? undefined : new JournalArchive(archive, await readArchiveRows(queries))
      const archivedTo = archived?.lastArchivedSeq(incarnation) ?? 0
      for (let to = fromSeq, rows = BACK_PAGE; rows === BACK_PAGE; ) {
        const sql = `select seq, at_ms, lines from batch where incarnation = $1 and seq <= $2 and $3 < seq
                     order by seq desc limit ${BACK_PAGE}`
        const page = await queries.query<readonly [number, number, Uint8Array]>(sql, incarnation, to, archivedTo)
        for (const [seq, atMs, lines] of page) yield unpackBatch({ incarnation, seq }, atMs, lines)
        rows = page.length
        to = (page.at(-1)?.[0] ?? 0) - 1
      }
      for (const { seq, atMs, packed } of archived?.back(incarnation, fromSeq) ?? [])
        yield unpackBatch({ incarnation, seq }, atMs, packed)
    },
    /** Oldest first, in pages, without archived batches. */
    batchPages: (range: BatchRange) => readBatches(queries, range),
    batchIncarnations: () => readIncarnations(queries),
    lineStates: (ids: readonly string[]) =>
      lineStates(`where request_id in (${selectJsonRows(dialect, 'bytes')})`, JSON.stringify(ids.map((id) => [id]))),
    lineStatesOf: (incarnation: number) => lineStates('where incarnation = $1', incarnation),
    /** The states of lines in later batches of the incarnation. */
    lineStatesAbove: ({ incarnation, seq }: BatchKey) =>
      lineStates('where incarnation = $1 and $2 < seq', incarnation, seq),
    lineStatesAll: () => lineStates(''),
    putLineState: (row: LineStateRow) => LINE_STATE.put(queries, dialect, [row]),
    putLineStates: (rows: readonly LineStateRow[]) => LINE_STATE.put(queries, dialect, rows),
  }
}

async function readBatch(queries: Queries, key: BatchKey): Promise<Batch | undefined> {
  const sql = 'select at_ms, lines from batch where incarnation = $1 and seq = $2'
  const [row] = await queries.query<readonly [number, Uint8Array]>(sql, key.incarnation, key.seq)
  return row && unpackBatch(key, ...row)
}

function unpackBatch({ incarnation, seq }: BatchKey, atMs: number, packed: Uint8Array): Batch {
  const lines = unpackLines(incarnation, packed)
  if (lines === undefined) throw unreadableBatchDamage({ incarnation, seq })
  return { incarnation, seq, atMs, lines }
}
