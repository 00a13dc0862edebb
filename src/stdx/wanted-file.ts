import type { FetchedFile } from './download-state.ts'

/** A file that we want, and what a listing said about it. */
export interface WantedFile {
  readonly url: string
  /** Where the whole file will stand. Beside it: what has come so far, `.part`, and what we know of it, `.state.json`. */
  readonly path: string
  readonly bytes?: number | undefined
  /** Without quotes. */
  readonly etag?: string | undefined
  /** As hex. */
  readonly md5?: string | undefined
}

export interface DownloadedFile {
  /** `unchanged`: the file that we have is the newest. */
  readonly outcome: 'new' | 'unchanged'
  readonly path: string
  readonly file: FetchedFile
}
