import type { EndDay } from './unknown-day.ts'

/** Why a record has ended; null if it has not. Files store the index. */
export const STATUSES = [null, 'dissolved', 'source_removed', 'removed'] as const
export type RecordStatus = (typeof STATUSES)[number]

export interface StatusInput {
  readonly withdrawn: boolean
  readonly dissolvedOn: EndDay | null
  readonly retired: boolean
}

/**
 * A withdrawal by the operator has precedence, then an end date of the source, then a record that the source dropped.
 */
export function deriveStatus({ withdrawn, dissolvedOn, retired }: StatusInput): RecordStatus {
  if (withdrawn) return 'removed'
  if (dissolvedOn !== null) return 'dissolved'
  return retired ? 'source_removed' : null
}
