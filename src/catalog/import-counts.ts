/** The results of one import. Every row is counted once, in one of the first eight. */
export interface ImportCounts {
  /** Records that the catalog did not have. */
  added: number
  changed: number
  unchanged: number
  /** Retired records that the source has again. */
  returned: number
  /** Known records of which the source states only the end. */
  ended: number
  /** The catalog has a later version, from a daily after this init. */
  keptNewer: number
  skipped: number
  rejected: number
  /** Records that the source no longer has. Not rows. */
  retired: number
  /** Why missing records were not retired; null if they were. */
  notRetired: string | null
  /** Why a first full set may be a part of the register only; null if it is not. */
  short: string | null
  skippedBy: Record<string, number>
  /** Fields that are null because a code has no name or a value is invalid, and unusual keys, by kind. */
  missingBy: Record<string, number>
}

/** The reason for skipping the end of a record that the catalog does not have. */
export const UNKNOWN_ENDING = 'ended and never known here'

export function createCounts(): ImportCounts {
  return {
    added: 0,
    changed: 0,
    unchanged: 0,
    returned: 0,
    ended: 0,
    keptNewer: 0,
    skipped: 0,
    rejected: 0,
    retired: 0,
    notRetired: null,
    short: null,
    skippedBy: {},
    missingBy: {},
  }
}

/** Records of the set. The next full set is compared with this number. */
export function sumRecords(counts: ImportCounts): number {
  return counts.added + counts.changed + counts.unchanged + counts.returned + counts.ended + counts.keptNewer
}

export function sumRows(counts: ImportCounts): number {
  return sumRecords(counts) + counts.skipped + counts.rejected
}
