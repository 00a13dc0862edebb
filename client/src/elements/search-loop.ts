const WAIT_FIRST_MS = 120
const WAIT_MIN_MS = 60
const WAIT_MAX_MS = 400
/** How much of the last answer's time is in the next wait. */
const WEIGHT = 0.4

export interface SearchLoop {
  /** Whether a text waits or is being searched for. */
  readonly isBusy: () => boolean
  /** Does nothing if the same text waits or is being searched for. */
  readonly request: (text: string, waitMs?: number) => void
  readonly cancel: () => void
}

/**
 * Searches for what is typed. A keystroke waits about as long as an answer takes: less, and requests would be sent for
 * texts that are already out of date; more, and the list would lag. An answer to an older text is dropped.
 */
export function createSearchLoop<Answer>(
  search: (text: string, signal: AbortSignal) => Promise<Answer>,
  onAnswer: (answer: Answer, text: string) => void,
  onError: (error: unknown) => void,
): SearchLoop {
  let adaptedMs = WAIT_FIRST_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = new AbortController()
  /** It waits or is being searched for. Each request costs a unit, even if nothing waits for its answer. */
  let wanted: string | undefined

  async function run(text: string): Promise<void> {
    const { signal } = (running = new AbortController())
    const startedMs = performance.now()
    try {
      const answer = await search(text, signal)
      if (signal.aborted) return
      adaptedMs += WEIGHT * (performance.now() - startedMs - adaptedMs)
      onAnswer(answer, text)
    } catch (error) {
      if (!signal.aborted) onError(error)
    }
  }

  function cancel(): void {
    clearTimeout(timer)
    running.abort()
    wanted = undefined
  }

  return {
    isBusy: () => wanted !== undefined,
    cancel,
    request(text, waitMs = Math.max(WAIT_MIN_MS, Math.min(adaptedMs, WAIT_MAX_MS))) {
      if (text === wanted) return
      cancel()
      wanted = text
      timer = setTimeout(run, waitMs, text)
    },
  }
}
