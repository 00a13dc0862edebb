/** How soon something should be done: a request waits for it, or none does. */
export type Urgency = 'awaited' | 'at_leisure'

/** More waiting pieces than this are an overload: the oldest have waited so long that their callers may have left. */
const OVERLOAD = 256

/** Runs so many pieces of work at a time. Of those that wait the urgent ones go first; under overload the newest, because its caller is still there. */
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
      const next = this.#next()
      if (next === undefined) this.#running--
      else next()
    }
  }

  #next(): (() => void) | undefined {
    const { awaited, at_leisure } = this.#waiting
    return (OVERLOAD < awaited.length ? awaited.pop() : awaited.shift()) ?? at_leisure.shift()
  }
}
