import type { CatalogSnapshot } from '../catalog/snapshot.ts'
import type { BuildTask, BuiltSegment } from './build-segment.ts'
import { selectOwnDatasets } from './read-back.ts'
import { findSegment } from './segment.ts'
import { collectInputs, findPrevious, hashOfPointCodes } from './segment-inputs.ts'

/** A segment without files, if no register of its records was imported: it needs no thread. */
export function makeEmptySegment(snapshot: CatalogSnapshot, task: BuildTask): BuiltSegment | undefined {
  const segment = findSegment(task.segment)
  if (selectOwnDatasets({ segment, datasets: snapshot.datasets() }).length !== 0) return undefined
  const inputs = collectInputs(segment, snapshot, hashOfPointCodes(task))
  const { same } = findPrevious(task.previous, task.segment, inputs)
  const empty = { name: segment.name, inputs, files: [], records: 0, living: 0, counts: {} }
  return { segment: empty, made: same ? 'linked' : 'built', since: null }
}
