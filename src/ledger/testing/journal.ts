import { batchHash, firstHash, unpackLines } from '../books/line-codec.ts'
import type { Batch, PackedBatch } from '../books/rows.ts'
import type { Rows } from '../books/store.ts'

/** `hashExpected`: the hash that its content gives; empty if the lines cannot be unpacked. */
export interface JournalBatch extends PackedBatch, Batch {
  readonly hashExpected: string
}

/** Reads the journal by incarnation and seq, without archived batches. */
export async function* readJournal(rows: Rows): AsyncIterable<JournalBatch> {
  const booksId = await rows.booksId()
  for (const { incarnation } of await rows.batchIncarnations()) {
    let before = firstHash(booksId, incarnation)
    for await (const page of rows.batchPages({ incarnation, after: 0, upTo: Number.MAX_SAFE_INTEGER }))
      for (const batch of page) {
        const lines = unpackLines(incarnation, batch.packed)
        // Bytes that cannot be unpacked are damage even if their hash is right.
        const hashExpected = lines === undefined ? '' : batchHash(before, batch, batch.packed).toHex()
        yield { ...batch, lines: lines ?? [], hashExpected }
        before = Uint8Array.fromHex(batch.hash)
      }
  }
}
