/** `awaited`: a request waits for it. `background`: none does. */
export type Urgency = 'awaited' | 'background'

/** Limits how many tasks run at a time. Awaited tasks start first. */
export class ConcurrencyLimit {
  readonly #atOnce: number
  #running = 0
  readonly #waiting: Readonly<Record<Urgency, (() => void)[]>> = { awaited: [], background: [] }

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  async run<T>(urgency: Urgency, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#atOnce) this.#running++
    else await new Promise<void>((resolve) => this.#waiting[urgency].push(resolve))
    try {
      return await work()
    } finally {
      // The next task takes over this slot.
      const next = this.#waiting.awaited.shift() ?? this.#waiting.background.shift()
      if (next === undefined) this.#running--
      else next()
    }
  }
}
