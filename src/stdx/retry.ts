import { InputError } from './input-error.ts'
import type { Random } from './random.ts'
import type { Sleep } from './sleep.ts'

/** How often to try and how long to wait in between. */
export interface RetryPolicy {
  /** Attempts that got no further than those before them. */
  readonly attemptsMax: number
  readonly firstWaitMs: number
  readonly waitMaxMs: number
  /** When the other side asks for a longer pause than this, we stop and leave it to the next run. */
  readonly askedWaitMaxMs: number
}

/** Five attempts in about a quarter of a minute: enough for a restart or a dropped line, short enough to be told of a host that is down. */
export const RETRY_POLICY: RetryPolicy = {
  attemptsMax: 5,
  firstWaitMs: 1_000,
  waitMaxMs: 60_000,
  askedWaitMaxMs: 600_000,
}

/** A host that gives a little at each attempt must not keep us for ever. */
const ATTEMPTS_IN_ALL_FACTOR = 10

export interface RetryTools {
  readonly random: Random
  readonly sleep: Sleep
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs `attempt` until it succeeds or throws something other than `RetryableError`. The waits double and are partly left to chance, so that many
 * clients of a host that came back do not all return in the same moment. An attempt that got further than any before it starts the count anew:
 * a long transfer over a bad line goes on as long as it goes forward.
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
        throw new InputError(`${error.message} (attempts: ${attempts}). Try again later.`)
      }
      if (policy.askedWaitMaxMs < (error.askedWaitMs ?? 0)) {
        throw new InputError(`${error.message}. Try again in ${Math.ceil((error.askedWaitMs ?? 0) / 60_000)} minutes.`)
      }
      await tools.sleep(error.askedWaitMs ?? waitMs(inVain, policy, tools.random), tools.signal)
    }
  }
}

/** An attempt failed in a way in which the next one may not. The message has no full stop: it may be continued. */
export class RetryableError extends Error {
  override readonly name = 'RetryableError'
  /** What the other side asked us to wait. */
  readonly askedWaitMs: number | undefined
  /** How far the attempt got, in bytes kept for the next one. */
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
