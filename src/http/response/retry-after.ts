import type { RejectionDetails } from '../errors.ts'

/** The most that is added, in seconds. */
const SPREAD_MAX = 30
/** Short waits are spread over at least so many seconds. */
const SPREAD_MIN = 2

/**
 * Whole seconds for `Retry-After`, never fewer than the wait. Clients that are rejected for the same reason at the same
 * moment would all retry at the same moment. Each gets a random addition of up to half of the wait, between 2 s and 30
 * s. The limit of a single client needs none.
 */
export function retryAfterSeconds(
  { retryAfterSeconds: seconds = 1, concerns = 'many' }: Pick<RejectionDetails, 'retryAfterSeconds' | 'concerns'>,
  random: () => number = Math.random,
): number {
  const least = Math.max(1, Math.ceil(seconds))
  if (concerns === 'one') return least
  const spread = Math.min(SPREAD_MAX, Math.max(SPREAD_MIN, Math.ceil(least / 2)))
  return least + Math.floor(random() * (spread + 1))
}
