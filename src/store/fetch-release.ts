import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MANIFEST_FILE, type ManifestFile } from '../release/copied-release.ts'
import type { ReleaseFolder } from '../release/release.ts'
import { hashFile } from '../stdx/hash-file.ts'
import { InputError } from '../stdx/input-error.ts'
import type { FetchOptions } from './place.ts'
import { listFiles, type ReleaseStore, type StoredManifest } from './release-store.ts'

const DOWNLOADS = '.store-downloads'
const BUILDING = '.store-building'

export interface FetchedRelease {
  readonly bytesFetched: number
  readonly filesLinked: number
}

/**
 * Makes a release of the store a release of the local folder; it is not served yet. Files that an earlier local release
 * has are linked, the others are fetched. Every hash is compared first. A process that dies goes on at its next start.
 */
export async function fetchRelease(
  store: ReleaseStore,
  folder: ReleaseFolder,
  { manifest, text }: StoredManifest,
  options: Omit<FetchOptions, 'bytes'>,
): Promise<FetchedRelease> {
  const { id } = manifest
  const downloads = join(folder.dir, DOWNLOADS)
  const dir = join(folder.dir, BUILDING)
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { recursive: true })
  mkdirSync(downloads, { recursive: true })
  const local = findLocalFiles(folder)
  let bytesFetched = 0
  let filesLinked = 0
  for (const file of listFiles(manifest)) {
    options.signal?.throwIfAborted()
    const here = await findSound(local.get(file.sha256) ?? [], file, options)
    if (here !== undefined) {
      linkSync(here, join(dir, file.name))
      filesLinked += 1
      continue
    }
    await store.fetchFile(file, join(downloads, file.sha256), options)
    renameSync(join(downloads, file.sha256), join(dir, file.name))
    bytesFetched += file.bytes
  }
  writeFileSync(join(dir, MANIFEST_FILE), text, { flush: true })
  // What stands there has no sound manifest or lacks a file: `hasRelease` was asked before.
  rmSync(folder.path(id), { recursive: true, force: true })
  folder.keep({ id, dir })
  rmSync(downloads, { recursive: true })
  return { bytesFetched, filesLinked }
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

function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size
}

/** The files of all local releases by their hash, as the manifests say. */
function findLocalFiles(folder: ReleaseFolder): Map<string, string[]> {
  const paths = new Map<string, string[]>()
  for (const id of folder.ids().toReversed()) {
    const { manifest } = folder.describe(id)
    if (manifest === undefined) continue
    for (const { name, sha256 } of listFiles(manifest))
      paths.getOrInsertComputed(sha256, () => []).push(join(folder.path(id), name))
  }
  return paths
}

/** The first path whose content is that of the file. */
async function findSound(
  paths: readonly string[],
  { bytes, sha256 }: ManifestFile,
  { progress }: Omit<FetchOptions, 'bytes'>,
): Promise<string | undefined> {
  for (const path of paths)
    if (sizeOf(path) === bytes && (await hashFile(path, () => progress?.())) === sha256) return path
  return undefined
}
