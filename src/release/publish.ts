import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Catalog } from '../catalog/catalog.ts'
import type { CatalogSnapshot, SnapshotDataset } from '../catalog/snapshot.ts'
import { assert } from '../stdx/assert.ts'
import { type Clock, isoTime } from '../stdx/clock.ts'
import { InputError } from '../stdx/input-error.ts'
import { syncFile } from '../stdx/sync-file.ts'
import type { BuildTask, BuiltSegment, SegmentMessage, SegmentOrigin, SegmentTask } from './build-segment.ts'
import { makeEmptySegment } from './empty-segment.ts'
import {
  MANIFEST_FILE,
  MANIFEST_FORMAT,
  type Manifest,
  type ManifestSegment,
  type ManifestSource,
  RELEASE_PROJECTION,
  readManifest,
} from './manifest.ts'
import { PublishProgress, type ReportStep, type SegmentStep } from './publish-progress.ts'
import { selectOwnDatasets } from './read-back.ts'
import { ReleaseFolder } from './release-folder.ts'
import { BUILD_LANES, SEGMENTS, type SegmentName } from './segment.ts'

export interface PublishOptions {
  readonly catalogPath: string
  readonly releasesDir: string
  readonly clock: Clock
  /** Accept a release that lost over 1 % of a segment's records. */
  readonly allowShrink: boolean
  readonly signal: AbortSignal
  /** Called when a segment begins a step, when it is finished, and several times a second in between. */
  readonly progress: (step: PublishStep) => void
}

export type PublishStep =
  | { readonly step: SegmentStep; readonly segment: SegmentName }
  | { readonly step: 'progress'; readonly records: number; readonly total: number }
  | {
      readonly step: 'built'
      readonly segment: SegmentName
      readonly records: number
      readonly made: SegmentOrigin
      readonly checked: number
      readonly counts: Readonly<Record<string, number>>
    }

export interface PublishReport {
  readonly id: string
  readonly previous: string | null
  readonly segments: readonly (ManifestSegment & { readonly made: SegmentOrigin; readonly checked: number })[]
  readonly removedReleases: readonly string[]
}

/** A segment may lose this share of its records without a confirmation by the operator. */
const SHRINK_SHARE_MAX = 0.01

/**
 * Builds a release from the catalog, checks it and switches to it. Until the switch the served release is unchanged.
 * A process that dies before leaves a folder `.building-…`, which the next publish removes.
 */
export async function publish(catalog: Catalog, options: PublishOptions): Promise<PublishReport> {
  const folder = new ReleaseFolder(options.releasesDir)
  // Held until the end: no import can begin, so the threads read the same catalog, each with its own connection.
  using snapshot = catalog.snapshot()
  const datasets = snapshot.datasets()
  if (datasets.length === 0)
    throw new InputError('the catalog is empty: there is nothing to publish. Run `regista import` first.')
  const previous = findPrevious(folder)
  const building = folder.startBuilding(options.clock.nowMs())
  try {
    const linkable =
      previous?.manifest.projection === RELEASE_PROJECTION
        ? { dir: previous.dir, segments: previous.manifest.segments }
        : null
    const task = { catalogPath: options.catalogPath, dir: building.dir, previous: linkable }
    const progress = new PublishProgress(expectSizes(datasets))
    const lanes = BUILD_LANES.map((segments) => buildLane(segments, { ...task, snapshot, progress }, options))
    const outcomes = await Promise.allSettled(lanes)
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failed !== undefined) throw failed.reason
    const built = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []))
    const segments = SEGMENTS.map(({ name }) => built.find((one) => one.segment.name === name)!)
    refuseShrunk(
      segments.map(({ segment }) => segment),
      previous?.manifest.segments ?? [],
      options.allowShrink,
    )
    const manifest: Manifest = {
      format: MANIFEST_FORMAT,
      id: building.id,
      createdAt: isoTime(options.clock.nowMs()),
      projection: RELEASE_PROJECTION,
      invented: datasets.some(({ invented }) => invented),
      segments: segments.map(({ segment }) => segment),
      sources: datasets.map(toManifestSource),
    }
    writeFileSync(join(building.dir, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true })
    folder.keep(building)
    folder.addWithdrawals(catalog.withdrawals())
    folder.switchTo(building.id)
    return {
      id: building.id,
      previous: previous?.manifest.id ?? null,
      segments: segments.map(({ segment, made, checked }) => ({ ...segment, made, checked })),
      removedReleases: folder.prune(options.clock.nowMs()),
    }
  } catch (error) {
    if (existsSync(building.dir)) rmSync(building.dir, { recursive: true })
    throw error
  }
}

/** Of two datasets of a segment, the larger has most of the other's records. */
function expectSizes(datasets: readonly SnapshotDataset[]): Map<SegmentName, number> {
  return new Map(
    SEGMENTS.map((segment) => {
      const own = selectOwnDatasets({ segment, datasets })
      return [segment.name, Math.max(0, ...own.map(({ records }) => records))]
    }),
  )
}

/** The served release, or the newest that can be read: a damaged release must not prevent the next one. */
function findPrevious(folder: ReleaseFolder): { readonly manifest: Manifest; readonly dir: string } | null {
  const current = folder.currentId()
  const ids = [...(current === null ? [] : [current]), ...folder.ids().toReversed()]
  for (const id of ids) {
    try {
      return { manifest: readManifest(folder.path(id)), dir: folder.path(id) }
    } catch (error) {
      if (!(error instanceof InputError)) throw error
    }
  }
  return null
}

interface FinishedSegment {
  readonly segment: ManifestSegment
  readonly made: SegmentOrigin
  /** How many records were read back. */
  readonly checked: number
}

interface Lane extends Omit<BuildTask, 'step' | 'segment' | 'builtBefore'> {
  readonly snapshot: CatalogSnapshot
  readonly progress: PublishProgress
}

/** Builds and checks the segments of one lane in their order. */
async function buildLane(
  names: readonly SegmentName[],
  { snapshot, progress, ...lane }: Lane,
  options: PublishOptions,
): Promise<FinishedSegment[]> {
  const finished: FinishedSegment[] = []
  let name = names[0]!
  const show = (): void => options.progress({ step: 'progress', records: progress.records, total: progress.total })
  const report: ReportStep = (step, records) => {
    if (progress.advance(name, step, records)) options.progress({ step, segment: name })
    show()
  }
  await using thread = new LaneThread(options.signal, report)
  for (name of names) {
    report('building', 0)
    const builtBefore = finished.map(({ segment }) => segment)
    const task: BuildTask = { ...lane, step: 'build', segment: name, builtBefore }
    const { segment, made, since } = makeEmptySegment(snapshot, task) ?? (await thread.build(task))
    let checked = 0
    if (made !== 'linked' && segment.files.length !== 0) {
      const { catalogPath, dir } = lane
      // This thread is idle, so it syncs the files while another checks them.
      const sync = async (): Promise<void> => {
        for (const file of segment.files) syncFile(join(dir, file.name))
      }
      const check = { step: 'check', catalogPath, dir, segment: name, since } as const
      ;[checked] = await Promise.all([thread.check(check, segment.records), sync()])
    }
    finished.push({ segment, made, checked })
    progress.finish(name)
    options.progress({ step: 'built', segment: name, records: segment.records, made, checked, counts: segment.counts })
    show()
  }
  return finished
}

type Outcome = Extract<SegmentMessage, { readonly type: 'built' | 'checked' }>

/** A thread that has built or checked so many records is ended, because its memory is freed only then. */
const RECORDS_A_THREAD = 100_000

/** Builds and checks one thing at a time, in a thread. The start of a thread costs more than a small segment. */
class LaneThread implements AsyncDisposable {
  readonly #signal: AbortSignal
  readonly #report: ReportStep
  #worker: Worker | undefined
  #running: Pick<PromiseWithResolvers<Outcome>, 'resolve' | 'reject'> | undefined

  constructor(signal: AbortSignal, report: ReportStep) {
    this.#signal = signal
    this.#report = report
  }

  async build(task: BuildTask): Promise<BuiltSegment> {
    const message = await this.#run(task)
    assert(message.type === 'built', 'a thread that builds answers with a segment')
    await this.#endAfter(message.built.segment.records)
    return message.built
  }

  /** Returns how many records were read back. */
  async check(task: SegmentTask, records: number): Promise<number> {
    const message = await this.#run(task)
    assert(message.type === 'checked', 'the checking thread sends a count')
    await this.#endAfter(records)
    return message.checked
  }

  #run(task: SegmentTask): Promise<Outcome> {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
    this.#running = { resolve, reject }
    const abort = (): void => reject(this.#signal.reason)
    this.#signal.addEventListener('abort', abort)
    if (this.#signal.aborted) abort()
    this.#worker ??= this.#start()
    this.#worker.postMessage(task)
    return promise.finally(() => this.#signal.removeEventListener('abort', abort))
  }

  #start(): Worker {
    const worker = new Worker(new URL('./build-segment.ts', import.meta.url))
    const fail = (error: unknown): void => {
      if (this.#worker !== worker) return
      this.#worker = undefined
      this.#running?.reject(error)
    }
    worker.on('error', fail).on('exit', () => fail(new Error('a building thread ended without a result')))
    worker.on('message', (message: SegmentMessage) => {
      if (message.type === 'progress') this.#report(message.step, message.records)
      else if (message.type === 'refused') this.#running?.reject(new InputError(message.message))
      else this.#running?.resolve(message)
    })
    return worker
  }

  async #endAfter(records: number): Promise<void> {
    if (RECORDS_A_THREAD < records) await this[Symbol.asyncDispose]()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }
}

function refuseShrunk(
  now: readonly ManifestSegment[],
  previous: readonly ManifestSegment[],
  allowShrink: boolean,
): void {
  if (allowShrink) return
  for (const segment of now) {
    const before = countNotLost(previous.find((one) => one.name === segment.name))
    if (countNotLost(segment) < before * (1 - SHRINK_SHARE_MAX)) {
      throw new InputError(
        `${segment.name} would have ${countNotLost(segment)} active records, the previous release has ${before}: nothing was published. If that is right, use --allow-shrink.`,
      )
    }
  }
}

/** Active records and withdrawn ones: a withdrawal is not a loss. */
function countNotLost(segment: ManifestSegment | undefined): number {
  return segment === undefined ? 0 : segment.living + (segment.counts.removed ?? 0)
}

function toManifestSource({
  dataset,
  observedOn,
  missingDays,
  importedAt,
  generation,
}: SnapshotDataset): ManifestSource {
  const days = Object.values(observedOn).toSorted()
  const regions = '' in observedOn ? {} : { regions: observedOn }
  return { dataset, observedOn: days[0]!, ...regions, missingDays, importedAt, generation }
}
