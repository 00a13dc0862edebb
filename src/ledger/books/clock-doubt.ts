import { isoTime } from '../../stdx/clock.ts'

/**
 * The reason of doubts and notices about the clock of the database. `raisedAtMs` of such a doubt is what that clock
 * showed.
 */
export const CLOCK_DOUBT = 'clock'

/** The detail of a clock doubt names both times for the operator. */
export function formatClockDoubt(clockMs: number, ledgerMs: number): string {
  const relation = clockMs < ledgerMs ? 'in a month that is closed for good' : 'in a later month'
  return `the clock shows ${isoTime(clockMs)}, ${relation}; ledger time is ${isoTime(ledgerMs)}`
}
