/**
 * For how long the books have answered a node without a break. An incarnation begins without a break: silence before its start does not count.
 */
export class Contact {
  readonly #silenceMaxMs: number
  #sinceMs = Number.NEGATIVE_INFINITY
  #lastMs: number | undefined
  #aheadMs: number | undefined

  constructor(silenceMaxMs: number) {
    this.#silenceMaxMs = silenceMaxMs
  }

  /** The books have answered at this monotonic time. Says for how long they have, in ms. */
  heard(atMs: number): number {
    if (this.#silenceMaxMs < atMs - (this.#lastMs ?? atMs)) this.#sinceMs = atMs
    this.#lastMs = atMs
    return atMs - this.#sinceMs
  }

  /** And what their clock showed: in a computer that sleeps the monotonic one may stand still. */
  heardTime({ atMs, booksMs }: { readonly atMs: number; readonly booksMs: number }): void {
    this.heard(atMs)
    const aheadMs = booksMs - atMs
    if (this.#silenceMaxMs < aheadMs - (this.#aheadMs ?? aheadMs)) this.#sinceMs = atMs
    this.#aheadMs = aheadMs
  }
}
