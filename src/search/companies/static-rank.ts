import { DAY_MS } from '../../stdx/time-units.ts'
import { type CompanyKind, KINDS } from './company-kind.ts'

/** Decides which of two companies comes first if both match a query equally well. */
export interface RankFactors {
  readonly isLiving: boolean
  /** See `parseSizeBand`. */
  readonly sizeBand: number
  /** See `CompanyKind`. */
  readonly kind: CompanyKind
  /** See `parseEstablishedDay`. */
  readonly establishedDay: number
  readonly nameBytes: number
}

const SIZES = 64
const DAYS = 1 << 16
const NAME_BYTES = 64
/** Older companies are not distinguished. 2^16 days reach to 2059. */
const FIRST_DAY_MS = Date.UTC(1880, 0, 1)

/**
 * A lower rank comes first: the living first, then the bigger, then the likelier kind, then the older, then the shorter
 * name. At most 32 bits.
 */
export function computeStaticRank(company: RankFactors): number {
  let rank = company.isLiving ? 0 : 1
  rank = rank * SIZES + (SIZES - 1 - company.sizeBand)
  rank = rank * KINDS + company.kind
  rank = rank * DAYS + company.establishedDay
  return rank * NAME_BYTES + Math.min(company.nameBytes, NAME_BYTES - 1)
}

/** Days since the first year, so that older ones are smaller; the last number for an unknown day. */
export function parseEstablishedDay(date: string | null): number {
  if (date === null) return DAYS - 1
  const day =
    (Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))) - FIRST_DAY_MS) /
    DAY_MS
  return Math.max(0, Math.min(DAYS - 2, day))
}
