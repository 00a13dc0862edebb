import { readFile, rm, stat } from 'node:fs/promises'
import { replaceFile } from './replace-file.ts'

/** The stored state of a complete file. */
export interface FetchedFile {
  readonly url: string
  readonly bytes: number
  readonly sha256: string
  /** As hex. Missing in states written before it was kept. */
  readonly md5?: string | undefined
  /** ISO time. */
  readonly fetchedAt: string
  /** Exactly as the host sent them, for conditional requests. */
  readonly etag: string | null
  readonly lastModified: string | null
  /** The file's ETag in the listing. While it stays the same, no request is needed. */
  readonly listedEtag: string | null
}

/** The stored state of an incomplete file: enough to request the rest of the same version. */
export interface PartialFile {
  readonly url: string
  /** For If-Range: a strong ETag or a date. Null: the rest cannot be requested. */
  readonly validator: string | null
  readonly etag: string | null
  readonly lastModified: string | null
  /** The length of the whole file, if the host sent it. */
  readonly bytesTotal: number | null
  /** Content-MD5 in base64, if the host sent it. */
  readonly contentMd5: string | null
}

export interface DownloadState {
  readonly fetched?: FetchedFile | undefined
  readonly partial?: PartialFile | undefined
}

export const PART_SUFFIX = '.part'
export const STATE_SUFFIX = '.state.json'

export function partPath(path: string): string {
  return path + PART_SUFFIX
}

/**
 * Reads the state of a file, without the entries that do not match the files on the disk. Empty if it is unreadable.
 */
export async function readState(path: string): Promise<DownloadState> {
  let state: DownloadState
  try {
    state = JSON.parse(await readFile(path + STATE_SUFFIX, 'utf8')) as DownloadState
  } catch {
    return {}
  }
  const { fetched, partial } = state ?? {}
  return {
    fetched: fetched !== undefined && (await fileSize(path)) === fetched.bytes ? fetched : undefined,
    partial: partial !== undefined && (await fileSize(partPath(path))) !== undefined ? partial : undefined,
  }
}

export function writeState(path: string, state: DownloadState): void {
  replaceFile(path + STATE_SUFFIX, `${JSON.stringify(state, null, 2)}\n`)
}

export async function removePart(path: string): Promise<void> {
  await rm(partPath(path), { force: true })
}

/** Undefined: no such file. */
export async function fileSize(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size
  } catch {
    return undefined
  }
}
