import type { AddressHit } from './address-hit.ts'
import type { AddressReading } from './address-reading.ts'
import type { AddressTier } from './address-tiers.ts'

/** What a search did, as plain data: the command line prints it. */
export interface AddressExplanation {
  readonly query: string
  readonly readings: readonly AddressReading[]
  /** Every question that was asked, in order. */
  readonly asked: readonly AskedTier[]
  /** The budget was spent before the search was at its end. */
  readonly stoppedEarly: boolean
  readonly workSpent: number
  /** What a query may cost. */
  readonly workMax: number
  readonly hits: readonly AddressHit[]
  /** Why the first hit is the first. */
  readonly because: string
}

export interface AskedTier {
  /** Which reading, by its place in the list. */
  readonly reading: number
  readonly tier: AddressTier
  readonly wanted: Wanted
  /** Streets and places whose words fit. */
  readonly documents: number
  /** Points found, by grade; null where streets and places were wanted. */
  readonly pointsByGrade: readonly number[] | null
  readonly hitsAdded: number
}

/** `instead`: the number was not found, so the street or place itself is the answer. */
export type Wanted = 'points' | 'places' | 'places instead'

export function whyFirst({ hits, asked, readings }: Pick<AddressExplanation, 'hits' | 'asked' | 'readings'>): string {
  const first = hits[0]
  if (first === undefined) return `nothing was found in ${readings.length} readings`
  const { reading, tier, document, grade } = first.found
  const before = asked.findIndex((one) => 0 < one.hitsAdded)
  const empty = before <= 0 ? 'the first question found it' : `${before} questions before it found nothing`
  const rank = document === null ? '' : `, rank ${document} of all streets and places`
  return `${empty}: reading ${reading + 1}, tier ${tier}${grade === null ? '' : `, ${grade}`}${rank}`
}
