import type { FetchedFile } from './download-state.ts'

/** A file to fetch, with the values from a listing. */
export interface WantedFile {
  readonly url: string
  /** The path of the complete file. Beside it are `.part`, the received part, and `.state.json`. */
  readonly path: string
  readonly bytes?: number | undefined
  /** Without quotes. */
  readonly etag?: string | undefined
  /** As hex. */
  readonly md5?: string | undefined
}

export interface DownloadedFile {
  /** `unchanged`: the local file is the newest. */
  readonly outcome: 'new' | 'unchanged'
  readonly path: string
  readonly file: FetchedFile
}
