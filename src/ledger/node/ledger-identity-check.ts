import { DAMAGED } from '../books/damage.ts'
import { formatBatchKey } from '../books/difference.ts'
import type { BatchKey, ServerHistory } from '../books/rows.ts'
import type { HeartbeatResult } from './heartbeat.ts'
import { findTakeoverDoubt } from './mark-doubts.ts'
import type { NodeParts } from './node-parts.ts'
import { retryUntilAnswered } from './retry-until-answered.ts'

/**
 * Checks at every heartbeat whether these are the books that this incarnation wrote. A doubt is stored before the next
 * heartbeat reads the doubts.
 */
export class LedgerIdentityCheck {
  readonly #ports: NodeParts
  readonly #booksId: string
  #history: ServerHistory
  #writtenSeq = 0
  #raising = 0

  constructor(ports: NodeParts, { booksId, history }: { booksId: string; history: ServerHistory }) {
    this.#ports = ports
    this.#booksId = booksId
    this.#history = history
  }

  /** The last batch that is known to be in the books. */
  get writtenSeq(): number {
    return this.#writtenSeq
  }

  /** Whether a doubt is being stored: a heartbeat that does not show it proves nothing. */
  get isRaising(): boolean {
    return 0 < this.#raising
  }

  written(seq: number): void {
    this.#writtenSeq = seq
    const { mark, incarnation } = this.#ports
    mark.write({ booksId: this.#booksId, ...this.#history, incarnation, seq })
  }

  async compare({ seq, incarnation: known, history }: HeartbeatResult['outcome'], writtenSeq: number): Promise<void> {
    const { trust, incarnation } = this.#ports
    if ((known === 'missing' || seq < writtenSeq) && !trust.has('behind')) {
      const batch = formatBatchKey({ incarnation, seq: writtenSeq })
      const lack = known === 'missing' ? `do not have incarnation ${incarnation}` : `end with batch ${seq} of it`
      // The doubt comes first: without it a new incarnation would begin at once.
      const raised = this.#raise('books_behind', batch)
      trust.set('behind', `this server wrote ${batch}, but the books ${lack}`)
      await raised
    }
    const takeover = findTakeoverDoubt(this.#history, history)
    if (takeover !== undefined) await this.#raise(takeover.reason, takeover.detail)
    if (history.timeline !== '') this.#history = history
  }

  /** Another batch has the number of one of this node: another process wrote it, or the batch was changed. */
  differs(key: BatchKey): void {
    void this.#raise('batch_differs', formatBatchKey(key))
    this.#ports.trust.set('behind', `the books have another batch ${key.seq} of this server`)
  }

  /** The database cannot read rows that belong to no single account. */
  damaged(message: string): void {
    if (!this.isRaising) void this.#raise(DAMAGED, `the database cannot read it: ${message}`)
  }

  async #raise(reason: string, detail: string): Promise<void> {
    const { trust, timers, books } = this.#ports
    trust.set('books', `${reason}: ${detail}`)
    this.#raising++
    await retryUntilAnswered(timers, () => books.raiseDoubt({ account: null, reason, detail }))
    this.#raising--
  }
}
