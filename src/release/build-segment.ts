import { existsSync, linkSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { Catalog, type CatalogSnapshot, type SnapshotDataset } from '../catalog/catalog.ts'
import { assert, unreachable } from '../stdx/assert.ts'
import { GivenError } from '../stdx/given-error.ts'
import { hashFile } from '../stdx/hash-file.ts'
import { explained } from '../storage/storage.ts'
import { indexAddresses, writeAddresses } from './build-addresses.ts'
import { indexCompanies, writeCompanies } from './build-companies.ts'
import { compareAllBodies } from './check-companies.ts'
import { checkSegment } from './check-segment.ts'
import { companyCodes } from './company-codes.ts'
import type { ManifestSegment, SegmentCounts } from './manifest.ts'
import { MunicipalityCodes } from './municipality-codes.ts'
import { ownDatasets } from './read-back.ts'
import { findReuse, type Reuse } from './reuse.ts'
import { type Segment, type SegmentName, segmentNamed } from './segment.ts'
import { generationsOf, hashCodes, RECORD_INPUTS, type SegmentInputs, segmentInputs } from './segment-inputs.ts'

interface Task {
  readonly catalogPath: string
  readonly segment: SegmentName
  /** The folder under construction. */
  readonly dir: string
}

/**
 * What one thread is asked to do, in this order: `compare` needs the details only, so it runs beside `index`. They are threads of their own because each
 * takes its memory along when it ends.
 */
export type SegmentTask = WriteTask | IndexTask | CompareTask | CheckTask

export interface WriteTask extends Task {
  readonly step: 'write'
  /** Segments of the lane that stand in that folder already. */
  readonly builtBefore: readonly ManifestSegment[]
  /** The previous release, to take over what did not change. */
  readonly previous: PreviousRelease | null
}

export interface IndexTask extends Task {
  readonly step: 'index'
  readonly records: WrittenRecords
}

/** Every text of a first release has its hash. */
export interface CompareTask extends Task {
  readonly step: 'compare'
}

export interface CheckTask extends Task {
  readonly step: 'check'
  readonly since: ReadonlyMap<string, number> | null
}

interface PreviousRelease {
  readonly dir: string
  readonly segments: readonly ManifestSegment[]
}

/** Records whose index is still to be built. */
export interface WrittenRecords {
  readonly made: Exclude<SegmentOrigin, 'linked'>
  readonly inputs: SegmentInputs
  /** See `SegmentCheck`. */
  readonly since: ReadonlyMap<string, number> | null
  /** Null for companies, which are counted when they are indexed. */
  readonly counted: SegmentCounts | null
}

export type SegmentMessage =
  /** Nothing is left to do: the segment is linked or has no records. */
  | { readonly type: 'finished'; readonly made: SegmentOrigin; readonly segment: ManifestSegment }
  | { readonly type: 'written'; readonly records: WrittenRecords }
  | { readonly type: 'indexed'; readonly segment: ManifestSegment }
  | { readonly type: 'compared' }
  | { readonly type: 'checked'; readonly checked: number }
  | { readonly type: 'refused'; readonly message: string }

/** Linked: the previous release's files. Patched: they with the changed records replaced. Built: made from the catalog alone. */
export type SegmentOrigin = 'linked' | 'patched' | 'built'

async function write(task: WriteTask): Promise<SegmentMessage> {
  using snapshot = Catalog.readAlong(task.catalogPath)
  const datasets = snapshot.datasets()
  const segment = segmentNamed(task.segment)
  const own = ownDatasets({ segment, datasets })
  const codes = task.segment === 'addresses-sk' && own.length !== 0 ? slovakCodes(snapshot, datasets, task) : undefined
  const inputs = segmentInputs(segment, snapshot, codes === undefined ? codesBefore(task) : hashCodes(codes))
  const before = task.previous?.segments.find(({ name }) => name === task.segment)
  const same = before !== undefined && JSON.stringify(before.inputs) === JSON.stringify(inputs)
  const reuse = same ? null : reuseOf(snapshot, task, { segment, inputs, own })
  const sound = (same || reuse !== null) && (await isSound(task.previous!.dir, before!))
  if (same && sound) {
    for (const file of before.files) linkSync(join(task.previous!.dir, file.name), join(task.dir, file.name))
    return { type: 'finished', made: 'linked', segment: before }
  }
  if (own.length === 0) return { type: 'finished', made: 'built', segment: empty(segment, inputs) }
  const counted = writeRecords(snapshot, { segment, own, codes, dir: task.dir, reuse: sound ? reuse : null })
  // Files that were not sound are no measure of what changed since.
  const since = same ? null : generationsOf(before?.inputs, own)
  return { type: 'written', records: { made: sound ? 'patched' : 'built', inputs, since, counted } }
}

async function index({ segment: name, dir, records }: IndexTask): Promise<ManifestSegment> {
  const { country, kind, files } = segmentNamed(name)
  const counted = kind === 'company' ? indexCompanies(country, dir) : records.counted
  assert(counted !== null, 'address points were counted when they were written')
  if (kind === 'address') indexAddresses(country, dir)
  const hashed = []
  for (const file of files) {
    let bytes = 0
    const sha256 = await hashFile(join(dir, file), (read) => (bytes += read))
    hashed.push({ name: file, bytes, sha256 })
  }
  return { name, inputs: records.inputs, files: hashed, ...counted }
}

function compare({ segment: name, dir }: CompareTask): void {
  compareAllBodies(segmentNamed(name), dir)
}

/** Returns how many records were read back. */
function check({ catalogPath, segment, dir, since }: CheckTask): number {
  using snapshot = Catalog.readAlong(catalogPath)
  return checkSegment({ snapshot, segment: segmentNamed(segment), datasets: snapshot.datasets(), dir, since })
}

/** The municipality codes that Slovak companies name. */
function slovakCodes(
  snapshot: CatalogSnapshot,
  datasets: readonly SnapshotDataset[],
  task: WriteTask,
): MunicipalityCodes {
  const segment = segmentNamed('companies-sk')
  const own = ownDatasets({ segment, datasets })
  const inputs = segmentInputs(segment, snapshot, undefined)
  return companyCodes(snapshot, own, reuseOf(snapshot, task, { segment, inputs, own, inputNames: RECORD_INPUTS }))
}

/** The hash of the codes that the points of the same country were built with. */
function codesBefore({ segment, builtBefore }: WriteTask): string | undefined {
  const points = builtBefore.find(({ name }) => name === 'addresses-sk')
  return segment === 'companies-sk' ? points?.inputs.municipalityCodes : undefined
}

/** Null if more than some records differ from the previous release. */
function reuseOf(
  snapshot: CatalogSnapshot,
  { previous }: WriteTask,
  to: {
    readonly segment: Segment
    readonly inputs: SegmentInputs
    readonly own: readonly SnapshotDataset[]
    /** The inputs that must be the same; without it all but the segment's own datasets. */
    readonly inputNames?: readonly string[]
  },
): Reuse | null {
  const before = previous?.segments.find(({ name }) => name === to.segment.name)
  if (previous === null || before === undefined || to.segment.kind !== 'company') return null
  const all = [...new Set([...Object.keys(before.inputs), ...Object.keys(to.inputs)])]
  const inputNames = to.inputNames ?? all.filter((name) => !to.own.some(({ dataset }) => dataset.name === name))
  return findReuse(snapshot, { ...to, inputNames }, { dir: previous.dir, segment: before })
}

/** False if a file of a segment is missing or is not what its manifest says: then the segment is built anew. */
async function isSound(dir: string, { files }: ManifestSegment): Promise<boolean> {
  for (const { name, sha256 } of files) {
    const path = join(dir, name)
    if (!existsSync(path) || (await hashFile(path, () => {})) !== sha256) return false
  }
  return true
}

interface SegmentBuild {
  readonly segment: Segment
  readonly own: readonly SnapshotDataset[]
  readonly codes: MunicipalityCodes | undefined
  readonly dir: string
  readonly reuse: Reuse | null
}

function writeRecords(snapshot: CatalogSnapshot, build: SegmentBuild): SegmentCounts | null {
  const { segment, own: datasets, codes, dir, reuse } = build
  const { country } = segment
  if (segment.kind === 'company') {
    writeCompanies(snapshot, { country, datasets, files: snapshot.files(), dir, reuse })
    return null
  }
  const datasetNames = segment.datasets
  return writeAddresses(snapshot, { country, datasets, datasetNames, codes: codes ?? new MunicipalityCodes(), dir })
}

function empty(segment: Segment, inputs: SegmentInputs): ManifestSegment {
  return { name: segment.name, inputs, files: [], records: 0, living: 0, counts: {} }
}

async function run(task: SegmentTask): Promise<SegmentMessage> {
  switch (task.step) {
    case 'write':
      return write(task)
    case 'index':
      return { type: 'indexed', segment: await index(task) }
    case 'compare':
      compare(task)
      return { type: 'compared' }
    case 'check':
      return { type: 'checked', checked: check(task) }
    default:
      return unreachable(task)
  }
}

const port = parentPort
assert(port !== null, 'a segment is built in a worker thread')
try {
  const message = await run(workerData as SegmentTask)
  port.postMessage(message)
} catch (error) {
  const known = explained(error, 'the release')
  if (!(known instanceof GivenError)) throw error
  port.postMessage({ type: 'refused', message: known.message } satisfies SegmentMessage)
}
