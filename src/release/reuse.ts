import type { CatalogSnapshot, SnapshotDataset } from '../catalog/snapshot.ts'
import type { ManifestSegment } from './manifest.ts'
import { matchGenerations, type SegmentInputs } from './segment-inputs.ts'

/** A segment of the previous release that differs from the one to build only in the records with these keys. */
export interface Reuse {
  readonly dir: string
  /** Ascending. */
  readonly changed: Float64Array
}

/** Beyond this share of its records a segment is built from scratch faster than patched. */
const CHANGED_SHARE_MAX = 0.1

/** Null if anything but records of its own datasets differs. `inputNames`: the other inputs that must be the same. */
export function findReuse(
  snapshot: CatalogSnapshot,
  {
    own,
    inputs,
    inputNames,
  }: { own: readonly SnapshotDataset[]; inputs: SegmentInputs; inputNames: readonly string[] },
  { dir, segment: before }: { readonly dir: string; readonly segment: ManifestSegment },
): Reuse | null {
  if (before.files.length === 0) return null
  if (inputNames.some((name) => before.inputs[name] !== inputs[name])) return null
  const since = matchGenerations(before.inputs, own)
  if (since === null) return null
  const changed = own.map(({ id, dataset }) => snapshot.changedKeys(id, since.get(dataset.name)!))
  const keys = new Set(changed.flatMap((some) => [...some]))
  if (before.records * CHANGED_SHARE_MAX < keys.size) return null
  return { dir, changed: Float64Array.from(keys).sort() }
}
