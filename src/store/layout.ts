import { type Manifest, type ManifestFile, RELEASE_FORMAT } from '../release/copied-release.ts'

/** One document for each format of releases: old and new builds serve side by side while servers are replaced. */
export const CURRENT_PATH = `current/${RELEASE_FORMAT}.json`
export const WITHDRAWN_PATH = 'withdrawn.json'

export function manifestPath(release: string): string {
  return `manifests/${release}.json`
}

export function filePath(sha256: string): string {
  return `files/${sha256}`
}

export function packedPath(sha256: string): string {
  return `packed/${sha256}`
}

export function patchPath(oldSha256: string, newSha256: string): string {
  return `patches/${oldSha256}-${newSha256}`
}

/** The files of all segments. */
export function listFiles({ segments }: Manifest): ManifestFile[] {
  return segments.flatMap(({ files }) => files)
}
