import { hasBatch } from '../tables/batches.ts'
import type { Books } from '../tables/books.ts'
import { readSubjectMax } from '../tables/incarnations.ts'
import { type ChainEnd, chainStart } from '../tables/lines.ts'
import type { NewBatch } from '../tables/post.ts'
import type { SealedBatch } from './charge-queue.ts'
import { buildBatch } from './commit.ts'

/** The end of the journal of an incarnation: each batch is chained to the one before it. */
export class JournalEnd {
  #incarnation: number
  /** The largest number of a subject that was sent. */
  #subjectMax = 0
  /** The last batch that is in the books. */
  end: ChainEnd

  constructor(incarnation: number) {
    this.#incarnation = incarnation
    this.end = chainStart(incarnation)
  }

  get incarnation(): number {
    return this.#incarnation
  }

  /** Begins another incarnation, with numbers from `end` on. */
  begin(incarnation: number, end = chainStart(incarnation)): void {
    this.#incarnation = incarnation
    this.#subjectMax = 0
    this.end = end
  }

  buildBatch(sealed: SealedBatch): NewBatch {
    const batch = buildBatch(this.#incarnation, this.end, sealed)
    this.#subjectMax = Math.max(this.#subjectMax, batch.subjectMax)
    return batch
  }

  /** Whether the books have the last batch, and know the subjects. Otherwise these are other books. */
  async isIn(books: Books): Promise<boolean> {
    const subjectMax = (await readSubjectMax(books, this.#incarnation)) ?? -1
    return this.#subjectMax <= subjectMax && (await hasBatch(books, this.#incarnation, this.end))
  }
}
