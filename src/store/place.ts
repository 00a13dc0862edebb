/**
 * Where a store is kept. Paths are those of the layout, as in `files/SHA256`. A failure is thrown as an InputError or
 * an error of the system, after retries; the message names the place without its secrets.
 */
export interface StorePlace {
  /** For messages. */
  readonly name: string
  /** Reads a small document. `unchanged`: it still has this etag. Null: there is none. */
  read(path: string, options: ReadOptions): Promise<StoredText | 'unchanged' | null>
  /**
   * Copies a file to a local path, and goes on where an earlier call stopped. The caller compares the hash. Throws a
   * MissingError if there is no such file.
   */
  fetch(path: string, to: string, options: FetchOptions): Promise<void>
  /** Undefined: this kind of place can only be read. */
  readonly writer: PlaceWriter | undefined
}

export interface ReadOptions {
  readonly bytesMax: number
  readonly etag?: string | undefined
  readonly signal?: AbortSignal | undefined
}

export interface StoredText {
  readonly text: string
  /** Exactly as the host sent it. */
  readonly etag: string | undefined
}

export interface FetchOptions extends FetchControl {
  /** Its length. */
  readonly bytes: number
  /** A shorter form of a file: its length is at most `bytes`, and there are others, so nothing is waited for. */
  readonly isForm?: boolean | undefined
}

export interface FetchControl {
  readonly signal?: AbortSignal | undefined
  /** Called for each chunk: with the bytes of the file that have arrived, or while its hash is computed with none. */
  readonly progress?: ((bytes?: number) => void) | undefined
}

export interface PlaceWriter {
  /** A reader sees the old content or the new one, whole. */
  put(path: string, content: Content, signal?: AbortSignal): Promise<void>
  /** The files of one folder of the layout. Empty if there is no such folder. */
  list(folder: 'current' | 'files' | 'manifests' | 'packed' | 'patches'): Promise<readonly ListedFile[]>
  /** No error if there is no such file. */
  remove(path: string): Promise<void>
  /** Lets one command at a time write. Undefined: another one does. Absent: this place has no locks. */
  lock?(): Disposable | undefined
}

export type Content =
  | { readonly text: string }
  | { readonly file: string; readonly bytes: number; readonly sha256: string }

export interface ListedFile {
  readonly name: string
  readonly bytes: number
  readonly modifiedMs: number
}
