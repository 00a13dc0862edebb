import { appendRestored, type RestoredLines } from '../server/put-back.ts'
import type { RecentLine } from '../server/recent-batches.ts'
import { readBatches, readNewestSeqs } from '../tables/batches.ts'
import type { Books } from '../tables/books.ts'
import { insertIncarnation } from '../tables/incarnations.ts'
import { type ChainEnd, chainStart, unpackLines } from '../tables/lines.ts'
import { readSubjects } from '../tables/subjects.ts'

/** A line of the journal with everything that the books know about it. */
export interface JournalLine extends RecentLine {
  readonly period: string
  readonly incarnation: number
  readonly seq: number
}

/** All lines of the books, or of some incarnations, oldest first within each. */
export async function readJournal(books: Books, isWanted = (_incarnation: number) => true): Promise<JournalLine[]> {
  return await books.snapshot(async (rows) => {
    const newest = await readNewestSeqs(rows)
    const subjects = await readSubjects(rows)
    const lines: JournalLine[] = []
    for (const [incarnation, upTo] of newest) {
      if (!isWanted(incarnation)) continue
      for await (const page of readBatches(rows, { incarnation, after: 0, upTo }))
        for (const { seq, period, lines: packed } of page)
          for (const { requestId, subject, units } of unpackLines(packed) ?? []) {
            const { id: _id, ...owned } = subjects.get(subject)!
            lines.push({ requestId, units, ...owned, period, incarnation, seq })
          }
    }
    return lines
  })
}

/** Writes batches as a server that has ended would have written them, at any time. */
export class JournalWriter {
  readonly #books: Books
  readonly incarnation: number
  #end: ChainEnd

  static async begin(books: Books, incarnation: number): Promise<JournalWriter> {
    await books.transaction((rows) => insertIncarnation(rows, incarnation, 'earlier'))
    return new JournalWriter(books, incarnation)
  }

  private constructor(books: Books, incarnation: number) {
    this.#books = books
    this.incarnation = incarnation
    this.#end = chainStart(incarnation)
  }

  async write({ period, ...batch }: Pick<RestoredLines, 'atMs' | 'lines'> & { period: string }): Promise<void> {
    const origin = { incarnation: this.incarnation, seq: this.#end.seq + 1 }
    const restored = { incarnation: this.incarnation, end: this.#end, period, batches: [{ ...batch, origin }] }
    this.#end = await this.#books.transaction((rows) => appendRestored(rows, restored))
  }
}
