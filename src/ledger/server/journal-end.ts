import { hasBatch } from '../tables/batches.ts'
import type { Books } from '../tables/books.ts'
import { hasIncarnation } from '../tables/incarnations.ts'
import { type ChainEnd, chainStart } from '../tables/lines.ts'
import type { NewBatch } from '../tables/post.ts'
import { findTaken, subjectKey } from '../tables/subjects.ts'
import type { SealedBatch } from './charge-queue.ts'
import { buildBatch } from './commit.ts'
import type { NumberedPayer, PendingCharge } from './pending-charge.ts'

/** The end of the journal of an incarnation: each batch is chained to the one before it. */
export class JournalEnd {
  #incarnation: number
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
    this.end = end
  }

  buildBatch(sealed: SealedBatch): NewBatch {
    const named = new Map<number, NumberedPayer>()
    // Threads have payers of their own, so several may be of one subject.
    for (const payer of this.#unstored(sealed.charges))
      while (subjectKey(named.getOrInsert(payer.id, payer).row) !== subjectKey(payer.row)) payer.move()
    const subjects = [...named.values()].map(({ row }) => row)
    return buildBatch(this.#incarnation, this.end, { ...sealed, subjects })
  }

  /** A batch with these charges is in the books: with the chain they have its subjects too. */
  noteStored(charges: readonly PendingCharge[], end: ChainEnd): void {
    this.end = end
    for (const { payer } of charges) payer.storedBy = this.#incarnation
  }

  /** The books refuse these charges. Subjects whose number is that of another one get the next. Returns how many. */
  async moveTaken(books: Books, charges: readonly PendingCharge[]): Promise<number> {
    const payers = this.#unstored(charges)
    if (payers.length === 0) return 0
    const taken = await findTaken(
      books,
      payers.map(({ row }) => row),
    )
    const moved = payers.filter(({ id }) => taken.has(id))
    for (const payer of moved) payer.move()
    return moved.length
  }

  #unstored(charges: readonly PendingCharge[]): NumberedPayer[] {
    const payers = new Set(charges.map(({ payer }) => payer))
    return [...payers].filter(({ storedBy }) => storedBy !== this.#incarnation)
  }

  /** Whether the books have the last batch. Otherwise these are other books. */
  async isIn(books: Books): Promise<boolean> {
    return (await hasIncarnation(books, this.#incarnation)) && (await hasBatch(books, this.#incarnation, this.end))
  }
}
