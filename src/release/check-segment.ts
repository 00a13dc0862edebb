import { checkAddresses } from './check-addresses.ts'
import { checkCompanies } from './check-companies.ts'
import type { SegmentCheck } from './read-back.ts'

/**
 * Opens the finished files like a server and compares them with the catalog. Throws if a record differs: a wrong
 * release must never be served. Returns the number of records that were read back.
 */
export function checkSegment(check: SegmentCheck): number {
  return check.segment.kind === 'company' ? checkCompanies(check) : checkAddresses(check)
}
