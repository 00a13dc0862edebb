import type { BooksStore } from '../../src/ledger/books/store.ts'
import { listGrants } from '../../src/ledger/testing/rows.ts'
import type { Queries } from '../../src/storage/storage.ts'

type Batch = readonly [incarnation: number, seq: number, atMs: number, packed: Uint8Array]

/** Formats the content of the books as text. Equal books give equal texts, in either database. */
export async function formatBooks(store: BooksStore, sql: Queries): Promise<string> {
  const rows = await store.snapshot(async (rows): Promise<unknown[]> => {
    const small = [await rows.accounts(), await rows.periods(), await rows.lineStatesAll(), await rows.subjects()]
    return [...small, ...(await listGrants(rows))]
  })
  // Packed lines without hashes: a hash depends on the random name of the books.
  const batches = await sql.query<Batch>('select incarnation, seq, at_ms, lines from batch order by incarnation, seq')
  const journal = batches.map(([incarnation, seq, atMs, packed]) => `${incarnation} ${seq} ${atMs} ${packed.toHex()}`)
  return [...rows.map((row) => JSON.stringify(sortFields(row))), ...journal].join('\n')
}

/** Makes the text independent of the order of the fields. */
function sortFields(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sortFields)
  const record = value as Readonly<Record<string, unknown>>
  const inOrder: Record<string, unknown> = {}
  for (const name of Object.keys(record).sort()) inOrder[name] = sortFields(record[name])
  return inOrder
}
