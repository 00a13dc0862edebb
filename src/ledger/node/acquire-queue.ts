import type { Acquire, AcquireOutcome } from '../books/acquire.ts'
import type { Books } from '../books/books.ts'
import type { Turns, Urgency } from './turns.ts'

/** The one place through which the accounts of a node ask the books for units. */
export class AcquireQueue {
  readonly #books: Books
  readonly #turns: Turns

  constructor({ books, turns }: { readonly books: Books; readonly turns: Turns }) {
    this.#books = books
    this.#turns = turns
  }

  /**
   * Asks once. `request` is called when its turn has come: undefined if nobody needs the units any more, and then the books are not asked. Throws DatabaseFault:
   * they may have done it all the same, and must be asked again under the same grant and version.
   */
  ask(urgency: Urgency, request: () => Acquire | undefined): Promise<AcquireOutcome | undefined> {
    return this.#turns.take(urgency, async () => {
      const asked = request()
      return asked && (await this.#books.acquire(asked))
    })
  }
}
