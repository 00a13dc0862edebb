/**
 * Measures for how long the books have answered a node without a break. Silence before the start of the incarnation
 * does not count.
 */
export class Contact {
  readonly #silenceMaxMs: number
  #sinceMs = Number.NEGATIVE_INFINITY
  #lastMs: number | undefined
  #aheadMs: number | undefined

  constructor(silenceMaxMs: number) {
    this.#silenceMaxMs = silenceMaxMs
  }

  /** Records an answer and returns for how long the books have answered, in ms. */
  noteAnswer(atMs: number): number {
    if (this.#silenceMaxMs < atMs - (this.#lastMs ?? atMs)) this.#sinceMs = atMs
    this.#lastMs = atMs
    return atMs - this.#sinceMs
  }

  /** Records an answer with the clock of the books: while a computer sleeps, its monotonic clock may stand still. */
  noteAnswerWithClock({ atMs, booksMs }: { readonly atMs: number; readonly booksMs: number }): void {
    this.noteAnswer(atMs)
    const aheadMs = booksMs - atMs
    if (this.#silenceMaxMs < aheadMs - (this.#aheadMs ?? aheadMs)) this.#sinceMs = atMs
    this.#aheadMs = aheadMs
  }
}
