import type { Books } from '../books/books.ts'
import { DAMAGED } from '../books/damage.ts'
import { formatBatchKey } from '../books/difference.ts'
import type { BatchKey, ServerHistory } from '../books/rows.ts'
import { takeoverDoubt } from './mark-doubts.ts'
import type { MarkFile, Timers } from './ports.ts'
import type { Beaten } from './pulse.ts'
import type { Trust } from './trust.ts'
import { untilKnown } from './until-known.ts'

export interface SameBooksPorts {
  readonly books: Books
  readonly timers: Timers
  readonly mark: MarkFile
  readonly trust: Trust
  readonly incarnation: number
}

/** Checks at every heartbeat whether these are the books that this incarnation has written. A doubt is stored before the next heartbeat reads the doubts. */
export class SameBooks {
  readonly #ports: SameBooksPorts
  readonly #booksId: string
  #history: ServerHistory
  #writtenSeq = 0
  #raising = 0

  constructor(ports: SameBooksPorts, { booksId, history }: { booksId: string; history: ServerHistory }) {
    this.#ports = ports
    this.#booksId = booksId
    this.#history = history
  }

  /** The last batch that is known to be in the books. */
  get writtenSeq(): number {
    return this.#writtenSeq
  }

  /** A doubt is on its way into the books: a heartbeat that does not show it says nothing. */
  get isRaising(): boolean {
    return 0 < this.#raising
  }

  written(seq: number): void {
    this.#writtenSeq = seq
    const { mark, incarnation } = this.#ports
    mark.write({ booksId: this.#booksId, ...this.#history, incarnation, seq })
  }

  async compare({ seq, incarnation: known, history }: Beaten['outcome'], writtenSeq: number): Promise<void> {
    const { trust, incarnation } = this.#ports
    if ((known === 'missing' || seq < writtenSeq) && !trust.has('behind')) {
      const batch = formatBatchKey({ incarnation, seq: writtenSeq })
      const lack = known === 'missing' ? `do not have incarnation ${incarnation}` : `end with batch ${seq} of it`
      // The doubt comes first: without one a new incarnation would begin at once.
      const raised = this.#raise('books_behind', batch)
      trust.set('behind', `this server wrote ${batch}, but the books ${lack}`)
      await raised
    }
    const takeover = takeoverDoubt(this.#history, history)
    if (takeover !== undefined) await this.#raise(takeover.reason, takeover.detail)
    if (history.timeline !== '') this.#history = history
  }

  /** Another batch has the number of one of this node: another process has written it, or the batch was changed. */
  differs(key: BatchKey): void {
    void this.#raise('batch_differs', formatBatchKey(key))
    this.#ports.trust.set('behind', `the books have another batch ${key.seq} of this server`)
  }

  /** The database cannot read what belongs to no single account. */
  damaged(message: string): void {
    if (!this.isRaising) void this.#raise(DAMAGED, `the database cannot read it: ${message}`)
  }

  async #raise(reason: string, detail: string): Promise<void> {
    const { trust, timers, books } = this.#ports
    trust.set('books', `${reason}: ${detail}`)
    this.#raising++
    await untilKnown(timers, () => books.raiseDoubt({ account: null, reason, detail }))
    this.#raising--
  }
}
