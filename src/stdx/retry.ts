import { TryLaterError } from './input-error.ts'
import type { Random } from './random.ts'
import type { Sleep } from './sleep.ts'

/** How often to try and how long to wait between attempts. */
export interface RetryPolicy {
  /** Consecutive attempts without progress. */
  readonly attemptsMax: number
  readonly firstWaitMs: number
  readonly waitMaxMs: number
  /** If the host asks for a longer pause, the run ends with a message. */
  readonly askedWaitMaxMs: number
}

/** Five attempts in about 15 seconds: enough for a restart of the host, short enough to report one that is down. */
export const RETRY_POLICY: RetryPolicy = {
  attemptsMax: 5,
  firstWaitMs: 1_000,
  waitMaxMs: 60_000,
  askedWaitMaxMs: 600_000,
}

/** A host that sends a little at each attempt must not keep us for ever. */
const ATTEMPTS_IN_ALL_FACTOR = 10

export interface RetryTools {
  readonly random: Random
  readonly sleep: Sleep
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs `attempt` until it succeeds or throws something other than a `RetryableError`. The waits double, with jitter.
 * An attempt that got further than all before it resets the count: a long transfer continues while it makes progress.
 */
export async function withRetries<T>(attempt: () => Promise<T>, policy: RetryPolicy, tools: RetryTools): Promise<T> {
  let furthest = 0
  let inVain = 0
  for (let attempts = 1; ; attempts++) {
    tools.signal?.throwIfAborted()
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof RetryableError)) throw error
      inVain = furthest < error.reached ? 1 : inVain + 1
      furthest = Math.max(furthest, error.reached)
      if (policy.attemptsMax <= inVain || policy.attemptsMax * ATTEMPTS_IN_ALL_FACTOR <= attempts) {
        throw new TryLaterError(`${error.message} (attempts: ${attempts}). Try again later.`)
      }
      if (policy.askedWaitMaxMs < (error.askedWaitMs ?? 0)) {
        throw new TryLaterError(
          `${error.message}. Try again in ${Math.ceil((error.askedWaitMs ?? 0) / 60_000)} minutes.`,
        )
      }
      await tools.sleep(error.askedWaitMs ?? waitMs(inVain, policy, tools.random), tools.signal)
    }
  }
}

/** An attempt failed, and the next one may succeed. The message has no full stop: more text may follow. */
export class RetryableError extends Error {
  override readonly name = 'RetryableError'
  /** The pause that the host asked for. */
  readonly askedWaitMs: number | undefined
  /** Bytes received so far, which the next attempt keeps. */
  readonly reached: number

  constructor(message: string, options: { readonly askedWaitMs?: number | undefined; readonly reached?: number } = {}) {
    super(message)
    this.askedWaitMs = options.askedWaitMs
    this.reached = options.reached ?? 0
  }
}

/** Between half of the doubled wait and all of it. */
function waitMs(inVain: number, policy: RetryPolicy, random: Random): number {
  const doubled = Math.min(policy.waitMaxMs, policy.firstWaitMs * 2 ** (inVain - 1))
  return Math.round(doubled * (0.5 + random.fraction() / 2))
}
