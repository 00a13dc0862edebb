/** How soon something should be done: a request waits for it, or none does. */
export type Urgency = 'awaited' | 'at_leisure'

/** Runs so many pieces of work at a time. Of those that wait the urgent ones go first. */
export class Turns {
  readonly #atOnce: number
  #running = 0
  readonly #waiting: Readonly<Record<Urgency, (() => void)[]>> = { awaited: [], at_leisure: [] }

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  async take<T>(urgency: Urgency, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#atOnce) this.#running++
    else await new Promise<void>((resolve) => this.#waiting[urgency].push(resolve))
    try {
      return await work()
    } finally {
      // The next one takes the place over.
      const next = this.#waiting.awaited.shift() ?? this.#waiting.at_leisure.shift()
      if (next === undefined) this.#running--
      else next()
    }
  }
}
