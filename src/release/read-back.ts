import type { CatalogSnapshot, SnapshotDataset, SnapshotRow } from '../catalog/catalog.ts'
import { formatSourceKey } from '../records/source-key.ts'
import { InputError } from '../stdx/input-error.ts'
import type { Segment } from './segment.ts'

export interface SegmentCheck {
  readonly snapshot: CatalogSnapshot
  readonly segment: Segment
  readonly datasets: readonly SnapshotDataset[]
  readonly dir: string
  /** Per dataset the generation of the release before: what was written later is read back whole. Null: there was none. */
  readonly since: ReadonlyMap<string, number> | null
}

/** Of what did not change, one record in this many is read back. */
const SAMPLE_EVERY = 100

/** The segment's own datasets that were imported, in the order in which it lists them. */
export function ownDatasets({ segment, datasets }: Pick<SegmentCheck, 'segment' | 'datasets'>): SnapshotDataset[] {
  return segment.datasets.flatMap((name) =>
    datasets.filter(({ dataset }) => dataset.name === name && dataset.kind === segment.kind),
  )
}

/** Hands over what changed since the release before, what was withdrawn, and one in a hundred of the rest. Returns how many that were. */
export function readBack(check: SegmentCheck, compare: (row: SnapshotRow, source: SnapshotDataset) => void): number {
  let read = 0
  for (const source of ownDatasets(check)) {
    const changedSince = check.since?.get(source.dataset.name) ?? Number.MAX_SAFE_INTEGER
    for (const row of check.snapshot.recordsToCheck(source.id, { changedSince, sampleEvery: SAMPLE_EVERY })) {
      read += 1
      compare(row, source)
    }
  }
  return read
}

/** The record is named by its key as the source publishes it. */
export function wrong(check: SegmentCheck, key: number, what: string): InputError {
  const { keyForm } = ownDatasets(check)[0]!.dataset
  return new InputError(
    `${check.segment.name}: record ${formatSourceKey(key, keyForm)} ${what}. The release was not published; the one before goes on. Please report this.`,
  )
}
