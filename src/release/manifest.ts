import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { FILE_FORMATS } from '../engine/engine.ts'
import type { Dataset } from '../records/dataset.ts'
import { isIsoTime } from '../stdx/clock.ts'
import { InputError } from '../stdx/input-error.ts'
import { findSegment, type SegmentName } from './segment.ts'

/** Raised when an older release can no longer be opened; the remedy is to publish anew. */
export const MANIFEST_FORMAT = 4
/** Raised when the same catalog would give another release. Nothing of the previous one is reused then. */
export const RELEASE_PROJECTION = 'release-4'

export interface ManifestFile {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
}

export interface ManifestSegment {
  readonly name: SegmentName
  /** The inputs of its content. If they are the same, the files are linked instead of built. */
  readonly inputs: Readonly<Record<string, string>>
  readonly files: readonly ManifestFile[]
  readonly records: number
  /** Those that are neither dissolved nor gone nor withdrawn. */
  readonly living: number
  /** Records by status, by dataset and by join of seat and address point. */
  readonly counts: Readonly<Record<string, number>>
}

export interface ManifestSource {
  readonly dataset: Dataset
  /** The oldest day among its scopes. */
  readonly observedOn: string
  /** The day of each region, for a source that has a file for each. A failed download leaves one behind. */
  readonly regions?: Readonly<Record<string, string>>
  /** Days without changes although later ones are applied: some records may be older than `observedOn`. */
  readonly missingDays: readonly string[]
  readonly importedAt: string
  readonly generation: number
}

/** Fills the year or the day of the data into the attribution: `{year}`, `{date}`. */
export function formatAttribution({ dataset, observedOn }: Pick<ManifestSource, 'dataset' | 'observedOn'>): string {
  return dataset.attribution.replaceAll('{year}', observedOn.slice(0, 4)).replaceAll('{date}', observedOn)
}

export interface Manifest {
  readonly format: number
  readonly id: string
  readonly createdAt: string
  readonly projection: string
  /** Made from a sample. Every response says so. */
  readonly invented: boolean
  readonly segments: readonly ManifestSegment[]
  readonly sources: readonly ManifestSource[]
}

export const MANIFEST_FILE = 'manifest.json'

export function readManifest(dir: string): Manifest {
  const path = join(dir, MANIFEST_FILE)
  let manifest: Manifest
  try {
    manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest
  } catch {
    throw new InputError(
      `${path} is missing or damaged: this release cannot be opened. Run \`regista publish\`, or \`regista rollback\` to an earlier one.`,
    )
  }
  if (manifest.format !== MANIFEST_FORMAT) {
    throw new InputError(
      `${path} has release format ${manifest.format}; this build reads format ${MANIFEST_FORMAT}. ${CURE}`,
    )
  }
  if (!hasContent(manifest)) throw new InputError(`${path} has no file or no time. Run \`regista publish\`.`)
  return manifest
}

/** After a return to the version before, its own release is still there. */
const CURE = 'Run `regista publish` to make a new one, or `regista rollback` to the last one that this build reads.'

/** Whether it has at least one file, and the time from which its age is counted. */
export function hasContent({ createdAt, segments }: Manifest): boolean {
  return isIsoTime(createdAt) && segments.some(({ files }) => files.length !== 0)
}

/** Describes files of another format than this build reads, or returns null. */
export function findOtherFormat({ segments }: Manifest): string | null {
  for (const { name, inputs, files } of segments) {
    const formats = FILE_FORMATS[findSegment(name).kind]
    if (files.length !== 0 && inputs.formats !== formats)
      return `${name} has the file formats "${inputs.formats}"; this build reads "${formats}"`
  }
  return null
}

/**
 * Refuses a release with a file that is missing, truncated or of another format. Compares lengths only;
 * `verifyRelease` reads every byte.
 */
export function refuseUnreadable(dir: string, manifest: Manifest): void {
  const other = findOtherFormat(manifest)
  if (other !== null) throw new InputError(`${dir}: ${other}. ${CURE}`)
  for (const file of manifest.segments.flatMap((segment) => segment.files)) {
    const size = statSync(join(dir, file.name), { throwIfNoEntry: false })?.size
    if (size === file.bytes) continue
    const what = size === undefined ? 'is missing' : `has ${size} bytes, the manifest says ${file.bytes}`
    throw new InputError(
      `${join(dir, file.name)} ${what}. Run \`regista publish\`, or \`regista rollback\` to an earlier release.`,
    )
  }
}
