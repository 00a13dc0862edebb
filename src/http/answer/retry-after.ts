import type { Refused } from '../errors.ts'

/** The most that is added, in seconds. */
const SPREAD_MAX = 30
/** The least that many clients are spread over, in seconds, where the wait is short. */
const SPREAD_MIN = 2

/**
 * Whole seconds for `Retry-After`: never fewer than the wait takes. Clients that are refused for the same reason at the same moment would all come back at the same moment, so
 * each gets a random addition of up to half of the wait, at least 2 s and at most 30 s. A limit of one client alone needs none.
 */
export function retryAfterSeconds(
  { retryAfterSeconds: seconds = 1, concerns = 'many' }: Pick<Refused, 'retryAfterSeconds' | 'concerns'>,
  random: () => number = Math.random,
): number {
  const least = Math.max(1, Math.ceil(seconds))
  if (concerns === 'one') return least
  const spread = Math.min(SPREAD_MAX, Math.max(SPREAD_MIN, Math.ceil(least / 2)))
  return least + Math.floor(random() * (spread + 1))
}
