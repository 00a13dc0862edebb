import { checkAddresses } from './check-addresses.ts'
import { checkCompanies } from './check-companies.ts'
import type { SegmentCheck } from './read-back.ts'

/**
 * Opens the finished files as a server would and compares them with the catalog. Throws if a single record differs: a release that
 * is wrong must never be switched to. Returns how many records were read back.
 */
export function checkSegment(check: SegmentCheck): number {
  return check.segment.kind === 'company' ? checkCompanies(check) : checkAddresses(check)
}
