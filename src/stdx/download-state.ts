import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'

/** What we remember of a file that was fetched whole. */
export interface FetchedFile {
  readonly url: string
  readonly bytes: number
  readonly sha256: string
  /** As hex. Missing in states written before it was kept. */
  readonly md5?: string | undefined
  /** ISO time. */
  readonly fetchedAt: string
  /** As the host gave them, to be sent back word for word. */
  readonly etag: string | null
  readonly lastModified: string | null
  /** The ETag under which a listing named the file: as long as it stays, the file need not even be asked for. */
  readonly listedEtag: string | null
}

/** A file that is on its way: enough to ask for the rest of the very same version. */
export interface PartialFile {
  readonly url: string
  /** For If-Range: a strong ETag or a date. Null: the rest cannot be asked for. */
  readonly validator: string | null
  readonly etag: string | null
  readonly lastModified: string | null
  /** How long the whole is, if the host said so. */
  readonly bytesTotal: number | null
  /** Content-MD5 in base64, if the host gave one. */
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

/** What is remembered about the file at this path, as far as the files themselves bear it out. Nothing, if the state cannot be read. */
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

/** Written beside and renamed: a crash leaves the old state or the new one. */
export async function writeState(path: string, state: DownloadState): Promise<void> {
  const beside = `${path}${STATE_SUFFIX}.tmp`
  await writeFile(beside, `${JSON.stringify(state, null, 2)}\n`)
  await rename(beside, path + STATE_SUFFIX)
}

/** Throws away what has come so far. */
export async function removePart(path: string): Promise<void> {
  await rm(partPath(path), { force: true })
}

/** The size of a file, undefined if there is none. */
export async function fileSize(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size
  } catch {
    return undefined
  }
}
