import type { CatalogSnapshot, SnapshotDataset, SnapshotRow } from '../catalog/snapshot.ts'
import { formatSourceKey } from '../records/source-key.ts'
import { InputError } from '../stdx/input-error.ts'
import type { ReportStep } from './publish-progress.ts'
import type { Segment } from './segment.ts'

export interface SegmentCheck {
  readonly snapshot: CatalogSnapshot
  readonly segment: Segment
  readonly datasets: readonly SnapshotDataset[]
  readonly dir: string
  /** By dataset, the generation of the previous release: later records are all read back. Null: there was none. */
  readonly since: ReadonlyMap<string, number> | null
  readonly report: ReportStep
}

/** One in this many unchanged records is read back. */
const SAMPLE_EVERY = 100
const READ_PER_REPORT = 64

/** The segment's own datasets that were imported, in the order in which it lists them. */
export function selectOwnDatasets({
  segment,
  datasets,
}: Pick<SegmentCheck, 'segment' | 'datasets'>): SnapshotDataset[] {
  return segment.datasets.flatMap((name) =>
    datasets.filter(({ dataset }) => dataset.name === name && dataset.kind === segment.kind),
  )
}

/** Passes changed and withdrawn records and one in a hundred of the others to `compare`. Returns their number. */
export function readBack(check: SegmentCheck, compare: (row: SnapshotRow, source: SnapshotDataset) => void): number {
  let read = 0
  check.report('checking', 0)
  for (const source of selectOwnDatasets(check)) {
    const changedSince = check.since?.get(source.dataset.name) ?? Number.MAX_SAFE_INTEGER
    for (const row of check.snapshot.recordsToCheck(source.id, { changedSince, sampleEvery: SAMPLE_EVERY })) {
      read += 1
      if (read % READ_PER_REPORT === 0) check.report('checking', read * SAMPLE_EVERY)
      compare(row, source)
    }
  }
  return read
}

/** Names the record by its key as the source publishes it. */
export function createCheckError(check: SegmentCheck, key: number, what: string): InputError {
  const { keyForm } = selectOwnDatasets(check)[0]!.dataset
  return new InputError(
    `${check.segment.name}: record ${formatSourceKey(key, keyForm)} ${what}. The release was not published; the previous one stays in use. Please report this.`,
  )
}
