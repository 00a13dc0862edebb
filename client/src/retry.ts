import type { Ports } from './ports.ts'
import { RegistaError } from './regista-error.ts'
import { RETRY_ATTEMPTS_MAX, RETRY_FIRST_WAIT_MS } from './timings.ts'
import type { TimeLimit } from './within-time.ts'

export interface RetryLimit extends TimeLimit {
  /** The operation costs no units, so a repetition never charges twice. */
  readonly isFree: boolean
}

/** Runs `attempt` until it succeeds, at most three times, and repeats it only if no unit can be charged twice. */
export async function withRetries<T>(
  { nowMs, chance, sleep }: Ports,
  { signal, deadlineMs, isFree }: RetryLimit,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof RegistaError) || attempts === RETRY_ATTEMPTS_MAX || !isRetryable(error, isFree))
        throw error
      // Jitter, so that clients that were refused together do not return together.
      const waitMs =
        error.retryAfterSeconds === null
          ? RETRY_FIRST_WAIT_MS * 2 ** (attempts - 1) * (0.5 + chance() / 2)
          : error.retryAfterSeconds * 1000 + RETRY_FIRST_WAIT_MS * chance()
      if (deadlineMs <= nowMs() + waitMs) throw error
      await sleep(waitMs, signal)
    }
  }
}

/**
 * The service charges nothing when it answers 429 or 503 itself. After a broken connection, or when a proxy answers
 * instead, the request may have been charged.
 */
function isRetryable({ code, status }: RegistaError, isFree: boolean): boolean {
  if (code === 'monthly_limit_reached') return false
  if (code !== 'invalid_response') return status === 429 || status === 503 || (isFree && code === 'unreachable')
  return isFree && status !== null && 500 <= status
}
