/** When the books were heard: the monotonic time, and what their clock showed. */
interface Heard {
  readonly atMs: number
  readonly booksMs: number
}

/** For how long a node has been hearing from the books without a break. */
export class Contact {
  readonly #silenceMaxMs: number
  #sinceMs = 0
  #last: Heard | undefined

  constructor(silenceMaxMs: number) {
    this.#silenceMaxMs = silenceMaxMs
  }

  /** Answers for how long, in ms. A break may show by either clock: in a computer that sleeps the monotonic one may stand still. */
  heard(now: Heard): number {
    const last = this.#last
    const isBroken =
      last === undefined || this.#silenceMaxMs < now.atMs - last.atMs || this.#silenceMaxMs < now.booksMs - last.booksMs
    if (isBroken) this.#sinceMs = now.atMs
    this.#last = now
    return now.atMs - this.#sinceMs
  }
}
