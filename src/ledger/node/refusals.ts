import type { Month } from '../calendar.ts'
import type { Refusal } from './messages.ts'

/**
 * The units of the month are used up. The next month begins by ledger time, which may be behind the clock of the
 * server.
 */
export function monthlyLimit({ endsAtMs }: Month, ledgerMs: number): Refusal {
  return refusal('monthly_limit', Math.max(1, Math.ceil((endsAtMs - ledgerMs) / 1000)))
}

/** Other nodes hold the units: a living node returns them within a second, a lost one loses them within its lease. */
export const BUSY = refusal('busy', 1)
export const SUSPENDED = refusal('suspended', 1)
export const UNKNOWN_ACCOUNT = refusal('unknown_account', 1)
export const UNAVAILABLE = refusal('unavailable', 2)
export const UNTRUSTED = refusal('untrusted', 5)

function refusal(reason: Refusal['reason'], retryAfterSeconds: number): Refusal {
  return { outcome: 'refused', reason, retryAfterSeconds }
}
