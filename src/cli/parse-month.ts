import { InvalidArgumentError } from 'commander'
import { type Month, monthOf } from '../ledger/calendar.ts'

/** Parses a month such as 2026-11. */
export function parseMonth(text: string): Month {
  const month = monthOf(text)
  if (month === undefined) throw new InvalidArgumentError('Expected a month as 2026-11.')
  return month
}
