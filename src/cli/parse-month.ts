import { InvalidArgumentError } from 'commander'
import { type Month, monthOf } from '../ledger/ledger.ts'

/** The month that the operator names as 2026-11. */
export function parseMonth(text: string): Month {
  const month = monthOf(text)
  if (month === undefined) throw new InvalidArgumentError('A month is wanted: 2026-11.')
  return month
}
