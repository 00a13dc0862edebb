const WAIT_FIRST_MS = 120
const WAIT_MIN_MS = 60
const WAIT_MAX_MS = 400
/** How much of the last answer's time is in the next wait. */
const WEIGHT = 0.4

export interface Search<Answer> {
  readonly search: (text: string, signal: AbortSignal) => Promise<Answer>
  readonly onAnswer: (answer: Answer, text: string) => void
  readonly onError: (error: unknown) => void
}

/**
 * Searches for what is typed. A keystroke waits about as long as an answer takes: less, and requests would be sent for
 * texts that are already out of date; more, and the list would lag. An answer to an older text is dropped.
 */
export class SearchLoop<Answer> {
  readonly #search: Search<Answer>
  #waitMs = WAIT_FIRST_MS
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: AbortController | undefined

  constructor(search: Search<Answer>) {
    this.#search = search
  }

  request(text: string, waitMs = this.#waitMs): void {
    this.cancel()
    this.#timer = setTimeout(() => void this.#run(text), waitMs)
  }

  cancel(): void {
    clearTimeout(this.#timer)
    this.#running?.abort()
  }

  async #run(text: string): Promise<void> {
    const { signal } = (this.#running = new AbortController())
    const startedMs = performance.now()
    try {
      const answer = await this.#search.search(text, signal)
      if (signal.aborted) return
      const tookMs = performance.now() - startedMs
      const waitMs = this.#waitMs + WEIGHT * (tookMs - this.#waitMs)
      this.#waitMs = Math.max(WAIT_MIN_MS, Math.min(waitMs, WAIT_MAX_MS))
      this.#search.onAnswer(answer, text)
    } catch (error) {
      if (!signal.aborted) this.#search.onError(error)
    }
  }
}
