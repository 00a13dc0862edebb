export interface SearchLoop {
  /** Whether a text waits or is being searched for. */
  readonly isBusy: () => boolean
  /** Does nothing if the same text is being searched for. If it waits, it waits anew: the person has typed a space. */
  readonly request: (text: string, waitMs: number) => void
  readonly cancel: () => void
}

/** Searches for what is typed, after a pause. An answer to an older text is dropped. */
export function createSearchLoop<Answer>(
  search: (text: string, signal: AbortSignal) => Promise<Answer>,
  onAnswer: (answer: Answer, text: string) => void,
  onError: (error: unknown) => void,
): SearchLoop {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = new AbortController()
  /** It waits or is being searched for. Each request costs a unit, even if nothing waits for its answer. */
  let wanted: string | undefined

  async function run(text: string): Promise<void> {
    timer = undefined
    const { signal } = (running = new AbortController())
    try {
      const answer = await search(text, signal)
      if (!signal.aborted) onAnswer(answer, text)
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
    request(text, waitMs) {
      if (text === wanted && !timer) return
      cancel()
      wanted = text
      timer = setTimeout(run, waitMs, text)
    },
  }
}
