import { existsSync, linkSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { Catalog, type CatalogSnapshot, type SnapshotDataset } from '../catalog/catalog.ts'
import { assert } from '../stdx/assert.ts'
import { GivenError } from '../stdx/given-error.ts'
import { hashFile } from '../stdx/hash-file.ts'
import { explained } from '../storage/storage.ts'
import { buildAddresses } from './build-addresses.ts'
import { buildCompanies } from './build-companies.ts'
import { checkSegment } from './check-segment.ts'
import type { DetailFile } from './detail-store.ts'
import type { ManifestSegment } from './manifest.ts'
import { type Segment, type SegmentName, segmentNamed } from './segment.ts'
import { generationsOf, segmentInputs } from './segment-inputs.ts'

/** What one building thread is asked to do. */
export interface LaneTask {
  readonly catalogPath: string
  readonly segments: readonly SegmentName[]
  /** The folder under construction. */
  readonly dir: string
  /** The release before, to link from what did not change. */
  readonly previous: { readonly dir: string; readonly segments: readonly ManifestSegment[] } | null
}

export type LaneMessage =
  | { readonly type: 'started'; readonly segment: SegmentName }
  | { readonly type: 'built'; readonly segment: ManifestSegment; readonly linked: boolean; readonly checked: number }
  | { readonly type: 'done' }
  | { readonly type: 'refused'; readonly message: string }

/** Builds the segments of a lane in their order; runs as a worker thread. */
async function buildLane(task: LaneTask, send: (message: LaneMessage) => void): Promise<void> {
  using snapshot = Catalog.readAlong(task.catalogPath)
  const datasets = snapshot.datasets()
  for (const name of task.segments) {
    const segment = segmentNamed(name)
    send({ type: 'started', segment: name })
    const inputs = segmentInputs(segment, snapshot, task.dir)
    const before = task.previous?.segments.find((one) => one.name === name)
    const same = before !== undefined && JSON.stringify(before.inputs) === JSON.stringify(inputs)
    if (same && (await linkSound(task.previous!.dir, task.dir, before))) {
      send({ type: 'built', segment: before, linked: true, checked: 0 })
      continue
    }
    const own = datasets.filter(
      ({ dataset }) => segment.datasets.includes(dataset.name) && dataset.kind === segment.kind,
    )
    if (own.length === 0) {
      send({ type: 'built', segment: empty(segment, inputs), linked: false, checked: 0 })
      continue
    }
    const built = await build(snapshot, segment, datasets, { dir: task.dir, inputs })
    // Files that were not sound are no measure of what changed since.
    const since = same ? null : generationsOf(before?.inputs, own)
    const checked = checkSegment({ snapshot, segment, datasets, dir: task.dir, since })
    send({ type: 'built', segment: built, linked: false, checked })
  }
  send({ type: 'done' })
}

/** Links the files of a segment, unless one of them is not what its manifest says: then the segment is built anew. */
async function linkSound(from: string, to: string, { files }: ManifestSegment): Promise<boolean> {
  for (const { name, sha256 } of files) {
    const path = join(from, name)
    if (!existsSync(path) || (await hashFile(path, () => {})) !== sha256) return false
  }
  for (const { name } of files) linkSync(join(from, name), join(to, name))
  return true
}

async function build(
  snapshot: CatalogSnapshot,
  segment: Segment,
  datasets: readonly SnapshotDataset[],
  to: { readonly dir: string; readonly inputs: Readonly<Record<string, string>> },
): Promise<ManifestSegment> {
  const own = segment.datasets.flatMap((name) =>
    datasets.filter(({ dataset }) => dataset.name === name && dataset.kind === segment.kind),
  )
  const counted =
    segment.kind === 'company'
      ? buildCompanies(snapshot, { country: segment.country, datasets: own, files: detailFiles(snapshot), dir: to.dir })
      : buildAddresses(snapshot, {
          country: segment.country,
          datasets: own,
          datasetNames: segment.datasets,
          dir: to.dir,
        })
  const { records, municipalityCodesMissing } = counted
  const split = 'byStatus' in counted ? counted.byStatus : counted.byDataset
  const files = []
  for (const name of segment.files) {
    let bytes = 0
    const sha256 = await hashFile(join(to.dir, name), (read) => (bytes += read))
    files.push({ name, bytes, sha256 })
  }
  return {
    name: segment.name,
    inputs: to.inputs,
    files,
    records,
    living: 'byStatus' in counted ? (counted.byStatus.current ?? 0) : records,
    counts: { ...split, municipalityCodesMissing },
  }
}

function empty(segment: Segment, inputs: Readonly<Record<string, string>>): ManifestSegment {
  return { name: segment.name, inputs, files: [], records: 0, living: 0, counts: {} }
}

function detailFiles(snapshot: CatalogSnapshot): DetailFile[] {
  return snapshot.files()
}

const port = parentPort
assert(port !== null, 'a lane is built in a worker thread')
try {
  await buildLane(workerData as LaneTask, (message) => port.postMessage(message))
} catch (error) {
  const known = explained(error, 'the release')
  if (!(known instanceof GivenError)) throw error
  port.postMessage({ type: 'refused', message: known.message } satisfies LaneMessage)
}
