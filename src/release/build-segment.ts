import { existsSync, linkSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { Catalog } from '../catalog/catalog.ts'
import type { CatalogSnapshot, SnapshotDataset } from '../catalog/snapshot.ts'
import { assert } from '../stdx/assert.ts'
import { hashFile } from '../stdx/hash-file.ts'
import { InputError } from '../stdx/input-error.ts'
import { explainSqliteError } from '../storage/storage.ts'
import { buildAddresses } from './build-addresses.ts'
import { buildCompanies } from './build-companies.ts'
import { checkSegment } from './check-segment.ts'
import { collectCompanyCodes } from './collect-company-codes.ts'
import type { ManifestSegment } from './manifest.ts'
import { MunicipalityCodes } from './municipality-codes.ts'
import type { SegmentStep } from './publish-progress.ts'
import { selectOwnDatasets } from './read-back.ts'
import { findReuse, type Reuse } from './reuse.ts'
import { findSegment, type Segment, type SegmentName } from './segment.ts'
import {
  collectInputs,
  findPrevious,
  hashCodes,
  hashOfPointCodes,
  matchGenerations,
  RECORD_INPUTS,
  type SegmentInputs,
} from './segment-inputs.ts'

interface Task {
  readonly catalogPath: string
  readonly segment: SegmentName
  /** The folder under construction. */
  readonly dir: string
}

/** A step for a thread. */
export type SegmentTask = BuildTask | CheckTask

export interface BuildTask extends Task {
  readonly step: 'build'
  /** The segments of the lane that are already built. */
  readonly builtBefore: readonly ManifestSegment[]
  /** The release whose unchanged parts are reused. */
  readonly previous: PreviousRelease | null
}

export interface CheckTask extends Task {
  readonly step: 'check'
  readonly since: ReadonlyMap<string, number> | null
}

interface PreviousRelease {
  readonly dir: string
  readonly segments: readonly ManifestSegment[]
}

export interface BuiltSegment {
  readonly segment: ManifestSegment
  readonly made: SegmentOrigin
  /** See `SegmentCheck`. */
  readonly since: ReadonlyMap<string, number> | null
}

export type SegmentMessage =
  | { readonly type: 'built'; readonly built: BuiltSegment }
  | { readonly type: 'checked'; readonly checked: number }
  | { readonly type: 'refused'; readonly message: string }
  | { readonly type: 'progress'; readonly step: SegmentStep; readonly records: number }

/**
 * `patched`: a copy of the previous release's files with the changed records replaced. `built`: from the catalog
 * alone.
 */
export type SegmentOrigin = 'linked' | 'patched' | 'built'

async function buildSegment(task: BuildTask): Promise<BuiltSegment> {
  using snapshot = Catalog.readAlong(task.catalogPath)
  const datasets = snapshot.datasets()
  const segment = findSegment(task.segment)
  const own = selectOwnDatasets({ segment, datasets })
  assert(own.length !== 0, 'an empty segment is not built')
  const codes = task.segment === 'addresses-sk' ? collectSlovakCodes(snapshot, datasets, task) : undefined
  const inputs = collectInputs(segment, snapshot, codes === undefined ? hashOfPointCodes(task) : hashCodes(codes))
  const { before, same } = findPrevious(task.previous, task.segment, inputs)
  const reuse = same ? null : findSegmentReuse(snapshot, task, { segment, inputs, own })
  const sound = (same || reuse !== null) && (await isSound(task.previous!.dir, before!))
  if (same && sound) {
    for (const file of before!.files) linkSync(join(task.previous!.dir, file.name), join(task.dir, file.name))
    return { segment: before!, made: 'linked', since: null }
  }
  const built = await build(snapshot, { segment, inputs, own, codes, dir: task.dir, reuse: sound ? reuse : null })
  // Files that were not sound are no measure of what changed since.
  const since = same ? null : matchGenerations(before?.inputs, own)
  return { segment: built, made: sound ? 'patched' : 'built', since }
}

/** Returns how many records were read back. */
function check({ catalogPath, segment, dir, since }: CheckTask): number {
  using snapshot = Catalog.readAlong(catalogPath)
  return checkSegment({ snapshot, segment: findSegment(segment), datasets: snapshot.datasets(), dir, since, report })
}

/** The municipality codes that Slovak companies name. */
function collectSlovakCodes(
  snapshot: CatalogSnapshot,
  datasets: readonly SnapshotDataset[],
  task: BuildTask,
): MunicipalityCodes {
  const segment = findSegment('companies-sk')
  const own = selectOwnDatasets({ segment, datasets })
  const inputs = collectInputs(segment, snapshot, undefined)
  return collectCompanyCodes(
    snapshot,
    own,
    findSegmentReuse(snapshot, task, { segment, inputs, own, inputNames: RECORD_INPUTS }),
  )
}

/** Null if more than some records differ from the previous release. */
function findSegmentReuse(
  snapshot: CatalogSnapshot,
  { previous }: BuildTask,
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

/** False if a file of a segment is missing or differs from its hash. The segment is then built from the catalog. */
async function isSound(dir: string, { files }: ManifestSegment): Promise<boolean> {
  for (const { name, sha256 } of files) {
    const path = join(dir, name)
    if (!existsSync(path) || (await hashFile(path, () => {})) !== sha256) return false
  }
  return true
}

interface SegmentBuild {
  readonly segment: Segment
  readonly inputs: SegmentInputs
  readonly own: readonly SnapshotDataset[]
  readonly codes: MunicipalityCodes | undefined
  readonly dir: string
  readonly reuse: Reuse | null
}

async function build(snapshot: CatalogSnapshot, one: SegmentBuild): Promise<ManifestSegment> {
  const { segment, inputs, own: datasets, dir, reuse } = one
  const { country } = segment
  const counted =
    segment.kind === 'company'
      ? buildCompanies(snapshot, { country, datasets, files: snapshot.files(), dir, reuse, report })
      : buildAddresses(snapshot, {
          country,
          datasets,
          datasetNames: segment.datasets,
          codes: one.codes ?? new MunicipalityCodes(),
          dir,
          report,
        })
  const files = []
  for (const name of segment.files) {
    let bytes = 0
    const sha256 = await hashFile(join(dir, name), (read) => (bytes += read))
    files.push({ name, bytes, sha256 })
  }
  return { name: segment.name, inputs, files, ...counted }
}

const port = parentPort
assert(port !== null, 'a segment is built in a worker thread')
const report = (step: SegmentStep, records: number): void =>
  port.postMessage({ type: 'progress', step, records } satisfies SegmentMessage)
port.on('message', async (task: SegmentTask) => {
  try {
    const message: SegmentMessage =
      task.step === 'build'
        ? { type: 'built', built: await buildSegment(task) }
        : { type: 'checked', checked: check(task) }
    port.postMessage(message)
  } catch (error) {
    const known = explainSqliteError(error, 'the release')
    if (!(known instanceof InputError)) throw error
    port.postMessage({ type: 'refused', message: known.message } satisfies SegmentMessage)
  }
})
