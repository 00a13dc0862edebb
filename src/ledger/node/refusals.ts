import type { Refusal } from './messages.ts'

/** The units of the month are sold. How long until the next one, whoever answers reckons from the end of the period. */
export const MONTHLY_LIMIT = refusal('monthly_limit', 1)
/** Units are left, but in other hands: a node that was asked gives back within a second, one that is lost within its lease. */
export const BUSY = refusal('busy', 1)
export const SUSPENDED = refusal('suspended', 1)
export const UNKNOWN_ACCOUNT = refusal('unknown_account', 1)
export const UNAVAILABLE = refusal('unavailable', 2)
export const UNTRUSTED = refusal('untrusted', 5)

function refusal(reason: Refusal['reason'], retryAfterSeconds: number): Refusal {
  return { outcome: 'refused', reason, retryAfterSeconds }
}
