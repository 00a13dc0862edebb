import type { Month } from '../calendar.ts'
import type { Refusal } from './messages.ts'

/** The units of the month are sold; the next one begins by the books' clock, which the clock of whoever answers may be ahead of. */
export function monthlyLimit({ endsAtMs }: Month, ledgerMs: number): Refusal {
  return refusal('monthly_limit', Math.max(1, Math.ceil((endsAtMs - ledgerMs) / 1000)))
}

/** Units are left, but in other hands: a node that was asked gives back within a second, one that is lost within its lease. */
export const BUSY = refusal('busy', 1)
export const SUSPENDED = refusal('suspended', 1)
export const UNKNOWN_ACCOUNT = refusal('unknown_account', 1)
export const UNAVAILABLE = refusal('unavailable', 2)
export const UNTRUSTED = refusal('untrusted', 5)

function refusal(reason: Refusal['reason'], retryAfterSeconds: number): Refusal {
  return { outcome: 'refused', reason, retryAfterSeconds }
}
