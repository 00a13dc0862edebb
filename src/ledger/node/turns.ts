/** How soon something should be done: somebody waits for it, or nobody does. */
export type Urgency = 'awaited' | 'at_leisure'

/** Lets so many pieces of work run at a time. Of those that wait the urgent ones go first. */
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
      // Whose turn is next takes the place over.
      const next = this.#waiting.awaited.shift() ?? this.#waiting.at_leisure.shift()
      if (next === undefined) this.#running--
      else next()
    }
  }
}
