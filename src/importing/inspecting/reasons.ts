/** More reasons than these say nothing new; the others are counted. */
const REASONS_MAX = 20

/** Why an import would be refused, each reason once and in the order in which it was found. */
export class Reasons {
  readonly #describeError: (error: unknown) => string
  readonly #texts = new Set<string>()
  #more = 0

  constructor(describeError: (error: unknown) => string) {
    this.#describeError = describeError
  }

  /** An error of the work becomes a reason. */
  async attempt<T>(work: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      this.add(this.#describeError(error))
      return undefined
    }
  }

  add(text: string): void {
    if (this.#texts.has(text)) return
    if (this.#texts.size < REASONS_MAX) this.#texts.add(text)
    else this.#more += 1
  }

  get size(): number {
    return this.#texts.size
  }

  list(): string[] {
    return this.#more === 0 ? [...this.#texts] : [...this.#texts, `… and ${this.#more} more of this kind`]
  }
}
