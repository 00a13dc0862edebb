import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MANIFEST_FILE, type ManifestFile } from '../release/copied-release.ts'
import type { ReleaseFolder } from '../release/release.ts'
import { hashFile } from '../stdx/hash-file.ts'
import { InputError } from '../stdx/input-error.ts'
import type { StoredManifest } from './acceptance.ts'
import { type FormFault, fetchFile } from './fetch-file.ts'
import { FORM_LIMITS, FormPatience, type PatienceLimits } from './form-patience.ts'
import { listFiles } from './layout.ts'
import { findEarlier, findLocalFiles } from './local-files.ts'
import type { FetchControl } from './place.ts'
import type { ReleaseStore } from './release-store.ts'

const DOWNLOADS = '.store-downloads'
const BUILDING = '.store-building'

export interface FetchTools extends FetchControl {
  readonly freeBytes: (folder: string) => Promise<number | undefined>
  /** Called for each chunk of a file that is fetched. */
  readonly received: (bytes: number, bytesTotal: number) => void
  /** Receives why a file is fetched in another form than the shortest one. */
  readonly warn: (fault: FormFault) => void
  /** How long forms may fail. */
  readonly formLimits?: PatienceLimits | undefined
}

/** Kept free beside the files. */
const SPARE_BYTES = 256 << 20

/**
 * Makes a release of the store a release of the local folder; it is not served yet. Files that an earlier local release
 * has are linked, the others are fetched, and stay among the downloads until all are here: a process that dies goes on
 * at its next start. Every hash is compared first.
 */
export async function fetchRelease(
  store: ReleaseStore,
  folder: ReleaseFolder,
  { manifest, text }: StoredManifest,
  { freeBytes, received, warn, formLimits = FORM_LIMITS, ...options }: FetchTools,
) {
  const { id } = manifest
  const downloads = join(folder.dir, DOWNLOADS)
  const dir = join(folder.dir, BUILDING)
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { recursive: true })
  mkdirSync(downloads, { recursive: true })
  const files = listFiles(manifest)
  for (const name of readdirSync(downloads))
    if (!files.some(({ sha256 }) => name.startsWith(sha256)))
      rmSync(join(downloads, name), { recursive: true, force: true })
  const local = findLocalFiles(folder)
  const lacking: ManifestFile[] = []
  for (const file of files) {
    options.signal?.throwIfAborted()
    const here = await findSound([join(downloads, file.sha256), ...(local.get(file.sha256) ?? [])], file, options)
    if (here === undefined) lacking.push(file)
    else linkSync(here, join(dir, file.name))
  }
  const bytesTotal = lacking.reduce((sum, { bytes }) => sum + bytes, 0)
  const begun = lacking.reduce((sum, file) => sum + begunBytes(downloads, file), 0)
  // A file and its packed form are there together for a while.
  const needed = bytesTotal - begun + Math.max(0, ...lacking.map(({ bytes }) => bytes)) + SPARE_BYTES
  const free = (await freeBytes(folder.dir)) ?? needed
  if (free < needed)
    throw new InputError(`${folder.dir}: ${id} needs ${needed} free bytes, and ${free} are free. Free some space.`)
  const patience = new FormPatience(formLimits)
  let bytesFetched = 0
  let bytesMade = 0
  for (const file of lacking) {
    const path = join(downloads, file.sha256)
    let arrived = 0
    const progress = (bytes = arrived): void => received(bytesMade + (arrived = bytes), bytesTotal)
    const earlier = findEarlier(folder, file)
    bytesFetched += await fetchFile(store, file, path, { ...options, progress, earlier, patience, warn })
    bytesMade += file.bytes
    linkSync(path, join(dir, file.name))
  }
  writeFileSync(join(dir, MANIFEST_FILE), text, { flush: true })
  // What stands there has no sound manifest or lacks a file: `hasRelease` was asked before.
  rmSync(folder.path(id), { recursive: true, force: true })
  folder.keep({ id, dir })
  rmSync(downloads, { recursive: true })
  return { bytesFetched, filesLinked: files.length - lacking.length }
}

/** Whether the local folder has this very release, with all files in their length; the loader compares the hashes. */
export function hasRelease(folder: ReleaseFolder, { manifest, text }: StoredManifest): boolean {
  const dir = folder.path(manifest.id)
  const path = join(dir, MANIFEST_FILE)
  if (!existsSync(path)) return false
  if (readFileSync(path, 'utf8') !== text && folder.describe(manifest.id).problem === null)
    throw new InputError(`${dir} is another release than ${manifest.id} of the store. Publish again.`)
  return (
    readFileSync(path, 'utf8') === text &&
    listFiles(manifest).every(({ name, bytes }) => sizeOf(join(dir, name)) === bytes)
  )
}

/** The bytes that have arrived of an incomplete file, in any form. */
function begunBytes(downloads: string, { sha256, bytes }: ManifestFile): number {
  const names = readdirSync(downloads).filter((name) => name.startsWith(sha256))
  return Math.min(
    bytes,
    names.reduce((sum, name) => sum + (sizeOf(join(downloads, name)) ?? 0), 0),
  )
}

function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size
}

/** The first path whose content is that of the file. */
async function findSound(
  paths: readonly string[],
  { bytes, sha256 }: ManifestFile,
  { progress }: FetchControl,
): Promise<string | undefined> {
  for (const path of paths)
    if (sizeOf(path) === bytes && (await hashFile(path, () => progress?.())) === sha256) return path
  return undefined
}
