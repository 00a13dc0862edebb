import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { ManifestFile } from '../release/copied-release.ts'
import type { ReleaseFolder } from '../release/release.ts'
import { listFiles } from './layout.ts'

export interface LocalFile {
  readonly sha256: string
  readonly path: string
}

/** For so many earlier states of a file there is a patch. */
const EARLIER_MAX = 3

/** The files of all local releases by their hash, as the manifests say. */
export function findLocalFiles(folder: ReleaseFolder): Map<string, string[]> {
  const paths = new Map<string, string[]>()
  for (const id of folder.ids().toReversed()) {
    const { manifest } = folder.describe(id)
    if (manifest === undefined) continue
    for (const { name, sha256 } of listFiles(manifest))
      paths.getOrInsertComputed(sha256, () => []).push(join(folder.path(id), name))
  }
  return paths
}

/** The last local states of a file that differ from it, the newest first: a patch may make one of them the file. */
export function findEarlier(folder: ReleaseFolder, { name, sha256 }: ManifestFile): readonly LocalFile[] {
  const found = new Map<string, LocalFile>()
  for (const id of folder.ids().toReversed()) {
    const { manifest } = folder.describe(id)
    const file = manifest && listFiles(manifest).find((one) => one.name === name)
    const path = join(folder.path(id), name)
    // A folder may lack a file that its manifest has.
    if (file && file.sha256 !== sha256 && statSync(path, { throwIfNoEntry: false })?.size === file.bytes)
      found.getOrInsert(file.sha256, { sha256: file.sha256, path })
  }
  return [...found.values()].slice(0, EARLIER_MAX)
}
