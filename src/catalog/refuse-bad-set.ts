import { InputError } from '../stdx/input-error.ts'
import { type ImportCounts, sumRecords, sumRows } from './import-counts.ts'

export interface FinishOptions {
  readonly allowShrink: boolean
  /** Share of rows that may be rejected before the whole set is refused. */
  readonly rejectShareMax: number
  /** Optional code lists that the set lacks. */
  readonly missingLists?: readonly string[]
}

export interface ReadSet {
  readonly coverage: 'full' | 'changes'
  /** Records of the last full set of this scope, or 0. */
  readonly recordsBefore: number
  /** The number of rows that the register is known to have, or 0. Used if there is no earlier set. */
  readonly expectedRows: number
}

/** A full set may lose this share of its records before the operator has to confirm it. */
const SHRINK_SHARE_MAX = 0.01

/** A first full set may lack this share of the expected rows. Registers rarely shrink. */
const FIRST_SHORTAGE_MAX = 0.05

/**
 * Throws an InputError if a set that was read to its end has too few records or too many rejects to be imported. A
 * short first set, which cannot lose records, is only noted.
 */
export function refuseBadSet(counts: ImportCounts, set: ReadSet, options: FinishOptions): void {
  const rows = sumRows(counts)
  if (rows * options.rejectShareMax < counts.rejected) {
    const percent = 100 * options.rejectShareMax
    throw new InputError(
      `${counts.rejected} of ${rows} rows were rejected, more than ${percent} %: nothing was imported. If the file is right, use --max-rejects PERCENT.`,
    )
  }
  const records = sumRecords(counts)
  if (set.coverage === 'full' && records === 0) {
    throw new InputError('the set has no records: nothing was imported. The file may be cut off; fetch it again.')
  }
  if (set.coverage === 'changes' || options.allowShrink) return
  if (records < set.recordsBefore * (1 - SHRINK_SHARE_MAX)) {
    throw new InputError(
      `the set has ${records} records, the previous one had ${set.recordsBefore}: nothing was imported. A file may be cut off; if the register really shrank, use --allow-shrink.`,
    )
  }
  const { missingLists = [] } = options
  if (set.recordsBefore !== 0 && missingLists.length !== 0) {
    throw new InputError(
      `${missingLists.join(', ')} were not given, and the fields that need them would become empty: nothing was imported. Give them with the other files; if the fields shall be empty, use --allow-shrink.`,
    )
  }
  if (set.recordsBefore !== 0 || set.expectedRows * (1 - FIRST_SHORTAGE_MAX) <= rows) return
  counts.short = `the set has ${rows} rows, the register is known to have ${set.expectedRows}. Unless only a part of it is wanted, a file was cut off or is missing`
}
