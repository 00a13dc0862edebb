import type { Books } from '../books/books.ts'
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

/** Are they the books that this life has written? Looks at every heartbeat; a doubt is in them before the next one asks for doubts. */
export class SameBooks {
  readonly #ports: SameBooksPorts
  readonly #booksId: string
  #timeline: string
  #writtenSeq = 0

  constructor(ports: SameBooksPorts, { booksId, timeline }: { booksId: string; timeline: string }) {
    this.#ports = ports
    this.#booksId = booksId
    this.#timeline = timeline
  }

  /** The last batch that is known to be in the books. */
  get writtenSeq(): number {
    return this.#writtenSeq
  }

  written(seq: number): void {
    this.#writtenSeq = seq
    const { mark, incarnation } = this.#ports
    mark.write({ booksId: this.#booksId, timeline: this.#timeline, incarnation, seq })
  }

  async compare({ seq, timeline }: Beaten['outcome'], writtenSeq: number): Promise<void> {
    const { trust, incarnation } = this.#ports
    if (seq < writtenSeq) {
      trust.set('behind', `the books end with batch ${seq} of this life, and ${writtenSeq} was written: restart`)
      await this.#raise('books_behind', `${incarnation}/${writtenSeq}`)
    }
    if (timeline === this.#timeline || timeline === '') return
    if (this.#timeline !== '') await this.#raise('timeline', `${this.#timeline} -> ${timeline}`)
    this.#timeline = timeline
  }

  async #raise(reason: string, detail: string): Promise<void> {
    const { trust, timers, books } = this.#ports
    trust.set('books', `${reason}: ${detail}`)
    await untilKnown(timers, () => books.raiseDoubt({ account: null, reason, detail }))
  }
}
