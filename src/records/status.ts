import type { EndDay } from './unknown-day.ts'

/** Why a record is no longer a living one; null for a living one. The number is what files keep. */
export const STATUSES = [null, 'dissolved', 'source_removed', 'removed'] as const
export type RecordStatus = (typeof STATUSES)[number]

export interface StatusInput {
  readonly withdrawn: boolean
  readonly dissolvedOn: EndDay | null
  readonly retired: boolean
}

/** The operator's word counts more than the source's, and the source's word more than its silence. */
export function deriveStatus({ withdrawn, dissolvedOn, retired }: StatusInput): RecordStatus {
  if (withdrawn) return 'removed'
  if (dissolvedOn !== null) return 'dissolved'
  return retired ? 'source_removed' : null
}
