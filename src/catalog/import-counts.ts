/** What became of the rows of one import. Every row is counted once, in one of the first eight. */
export interface ImportCounts {
  /** Records that the catalog did not have. */
  added: number
  changed: number
  unchanged: number
  /** Records that had been retired and stand in the source again. */
  returned: number
  /** The source says of a known record only that it ended. */
  ended: number
  /** The catalog has a later version, from a daily after this init. */
  keptNewer: number
  skipped: number
  rejected: number
  /** Records that the source has no more. Not rows. */
  retired: number
  /** Why records that the set lacks were not retired, where they might have been. */
  notRetired: string | null
  skippedBy: Record<string, number>
  /** Fields left null because a code has no name or a value makes no sense, and unusual keys, by what it was. */
  missingBy: Record<string, number>
}

/** Why the end of a record is skipped that the catalog does not have. */
export const UNKNOWN_ENDING = 'ended and never known here'

export function emptyCounts(): ImportCounts {
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
    skippedBy: {},
    missingBy: {},
  }
}

/** Records that stand in the set: what the next full one is compared with. */
export function recordsIn(counts: ImportCounts): number {
  return counts.added + counts.changed + counts.unchanged + counts.returned + counts.ended + counts.keptNewer
}

export function rowsIn(counts: ImportCounts): number {
  return recordsIn(counts) + counts.skipped + counts.rejected
}
