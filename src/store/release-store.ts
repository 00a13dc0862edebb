import { rm } from 'node:fs/promises'
import { formatWithdrawals, type ManifestFile, RELEASE_ID } from '../release/copied-release.ts'
import type { Withdrawal } from '../release/release.ts'
import { STATE_SUFFIX } from '../stdx/download-state.ts'
import { hashFile } from '../stdx/hash-file.ts'
import { createHttpGet, HTTP_LIMITS } from '../stdx/http-get.ts'
import { InputError } from '../stdx/input-error.ts'
import { systemSleep } from '../stdx/sleep.ts'
import {
  acceptCurrent,
  acceptManifest,
  acceptWithdrawals,
  type CurrentRelease,
  type StoredManifest,
  type StoredWithdrawals,
} from './acceptance.ts'
import { checkKeys, formatDocument, isSigned, nextSequence, SignatureError, type StoreKeys } from './documents.ts'
import { folderPlace } from './folder-place.ts'
import { CURRENT_PATH, filePath, manifestPath, WITHDRAWN_PATH } from './layout.ts'
import type { Content, FetchControl, ListedFile, PlaceWriter, StoredText, StorePlace } from './place.ts'
import { s3Place } from './s3-place.ts'
import type { S3Access, StoreAddress } from './store-address.ts'
import { DOCUMENT_MS, webPlace } from './web-place.ts'

/** Plain values, which can be sent to a thread. */
export interface StoreSettings extends StoreKeys {
  readonly address: StoreAddress
  /** For an address of kind `s3`. */
  readonly s3?: S3Access | undefined
}

/** More than a store keeps, unless a release is made every hour. */
const MANIFESTS_MAX = 100
const CURRENT_BYTES_MAX = 64 << 10
const MANIFEST_BYTES_MAX = 4 << 20
/** Some hundred thousand withdrawals. */
const WITHDRAWN_BYTES_MAX = 64 << 20

function openPlace(address: StoreAddress, s3: S3Access | undefined): StorePlace {
  if (address.kind === 'folder') return folderPlace(address.dir)
  const tools = { sleep: systemSleep, documentMs: DOCUMENT_MS }
  if (address.kind === 'web') return webPlace(address.url, { ...tools, get: createHttpGet('regista') })
  if (s3 === undefined) throw new InputError('an s3:// store needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.')
  // A redirect would carry the signature to another host.
  return s3Place(address, s3, { ...tools, get: createHttpGet('regista', { ...HTTP_LIMITS, redirectsMax: 0 }) })
}

/** A store, and the keys with which its documents are signed and checked. */
export class ReleaseStore {
  readonly place: StorePlace
  readonly #keys: StoreKeys

  constructor(place: StorePlace, keys: StoreKeys = {}) {
    this.place = place
    this.#keys = checkKeys(keys)
  }

  static open({ address, s3, ...keys }: StoreSettings): ReleaseStore {
    return new ReleaseStore(openPlace(address, s3), keys)
  }

  get name(): string {
    return this.place.name
  }

  /** The address of a file, for messages. */
  addressOf(path: string): string {
    return `${this.name.replace(/\/$/, '')}/${path}`
  }

  get isSigning(): boolean {
    return this.#keys.signingKey !== undefined
  }

  /** Throws an InputError if this kind of store can only be read, or if servers would refuse what is written. */
  requireWriter(): PlaceWriter {
    if (this.#keys.publicKey !== undefined && this.#keys.signingKey === undefined)
      throw new InputError(
        'REGISTA_STORE_PUBLIC_KEY is set, and REGISTA_STORE_SIGNING_KEY is not: nothing can be signed.',
      )
    return this.requireLister()
  }

  /** Throws an InputError if this kind of store has no lists. */
  requireLister(): PlaceWriter {
    if (this.place.writer !== undefined) return this.place.writer
    throw new InputError(`${this.name} can only be read. Publish to its folder, or to an s3:// bucket.`)
  }

  /** Finds before any work that the store cannot be read, listed or written with these keys. */
  async checkAccess(): Promise<void> {
    await this.requireWriter().list('manifests')
    await this.#currentToReplace()
    await this.#withdrawalsToReplace()
  }

  async readCurrent(options: ReadOptions = {}): Promise<Versioned<CurrentRelease> | 'unchanged' | null> {
    return await this.#read(CURRENT_PATH, CURRENT_BYTES_MAX, options, acceptCurrent)
  }

  async readWithdrawals(options: ReadOptions = {}): Promise<Versioned<StoredWithdrawals> | 'unchanged' | null> {
    return await this.#read(WITHDRAWN_PATH, WITHDRAWN_BYTES_MAX, options, acceptWithdrawals)
  }

  async readManifest(current: CurrentRelease, signal?: AbortSignal): Promise<StoredManifest> {
    return acceptManifest(await this.readText(manifestPath(current.release), MANIFEST_BYTES_MAX, signal), current)
  }

  /** The text of any document; null if there is none. */
  async readText(path: string, bytesMax = MANIFEST_BYTES_MAX, signal?: AbortSignal): Promise<string | null> {
    const read = await this.place.read(path, { bytesMax, signal })
    return read === 'unchanged' || read === null ? null : read.text
  }

  /** Copies a file of a release to a local path, and compares its hash. A file that differs is removed again. */
  async fetchFile(file: ManifestFile, to: string, options: FetchControl = {}): Promise<void> {
    const path = filePath(file.sha256)
    await this.place.fetch(path, to, { ...options, bytes: file.bytes })
    const found = await hashFile(to, () => options.progress?.())
    if (found === file.sha256) return
    await rm(to)
    throw new InputError(`${this.addressOf(path)} (${file.name}) has other content than its name says. It is not used.`)
  }

  async writeCurrent(
    current: Omit<CurrentRelease, 'sequence' | 'withdrawnSequence' | 'manifests'>,
    nowMs: number,
  ): Promise<CurrentRelease> {
    const { release, manifestSha256, publishedAt, rollback } = current
    const before = await this.#currentToReplace()
    const withdrawn = await this.#withdrawalsToReplace()
    if (withdrawn === undefined) throw new InputError(`${WITHDRAWN_PATH} of the store is missing. Publish again.`)
    const earlier = (before?.manifests ?? []).filter((one) => one !== manifestSha256)
    const manifests = [...earlier, manifestSha256].slice(-MANIFESTS_MAX)
    const fields = {
      release,
      manifest_sha256: manifestSha256,
      published_at: publishedAt,
      rollback,
      withdrawn_sequence: withdrawn.sequence,
      manifests,
    }
    const sequence = nextSequence(before?.sequence, nowMs)
    await this.putText(CURRENT_PATH, formatDocument(CURRENT_PATH, sequence, fields, this.#keys))
    return { ...current, sequence, withdrawnSequence: withdrawn.sequence, manifests }
  }

  /** A damaged document must not prevent the next publication, whose time is larger than its sequence. */
  async #currentToReplace(): Promise<CurrentRelease | undefined> {
    const text = await this.#textToReplace(CURRENT_PATH, CURRENT_BYTES_MAX)
    try {
      return text === null ? undefined : acceptCurrent(text, this.#keys)
    } catch (error) {
      if (!(error instanceof InputError) || error instanceof SignatureError) throw error
      return undefined
    }
  }

  async #withdrawalsToReplace(): Promise<StoredWithdrawals | undefined> {
    const text = await this.#textToReplace(WITHDRAWN_PATH, WITHDRAWN_BYTES_MAX)
    return text === null ? undefined : acceptWithdrawals(text, this.#keys)
  }

  /** Servers with a public key would refuse everything from then on. */
  async #textToReplace(path: string, bytesMax: number): Promise<string | null> {
    const text = await this.readText(path, bytesMax)
    if (text === null || this.isSigning || !isSigned(text)) return text
    throw new InputError(`${path} of the store is signed. Set REGISTA_STORE_SIGNING_KEY to write to this store.`)
  }

  /**
   * Stores the list that `change` makes of the stored one; undefined if there is none yet. Returns whether it differs.
   * An equal list is written too: servers may have accepted a higher sequence than the store has, from before it got
   * an old state back or its publisher had a slow clock.
   */
  async changeWithdrawals(
    change: (before: readonly Withdrawal[] | undefined) => readonly Withdrawal[],
    nowMs: number,
  ): Promise<boolean> {
    const before = await this.#withdrawalsToReplace()
    const after = formatWithdrawals(change(before?.list))
    const fields = { list: JSON.parse(after) }
    const previous = before?.sequence ?? (await this.#currentToReplace())?.withdrawnSequence
    const sequence = nextSequence(previous, nowMs)
    await this.putText(WITHDRAWN_PATH, formatDocument(WITHDRAWN_PATH, sequence, fields, this.#keys))
    return after !== formatWithdrawals(before?.list ?? [])
  }

  /** A store that answers with something else than what was written is found here, and not by the servers. */
  async putText(path: string, text: string): Promise<void> {
    await this.requireWriter().put(path, { text })
    if ((await this.readText(path, WITHDRAWN_BYTES_MAX)) !== text) throw this.#isCached(path)
  }

  /** The same for a form of a file. It is read back to the path `back`, and removed there. */
  async putFile(
    path: string,
    file: Extract<Content, { readonly file: string }>,
    back: string,
    signal: AbortSignal,
  ): Promise<void> {
    await this.requireWriter().put(path, file, signal)
    await this.place.fetch(path, back, { bytes: file.bytes, signal })
    if ((await hashFile(back, () => {})) !== file.sha256) throw this.#isCached(path)
    for (const suffix of ['', STATE_SUFFIX]) await rm(`${back}${suffix}`, { force: true })
  }

  #isCached(path: string): InputError {
    return new InputError(`${this.name} returns another ${path} than was written. Is there a cache in front of it?`)
  }

  async #read<T>(
    path: string,
    bytesMax: number,
    options: ReadOptions,
    accept: (text: string, keys: StoreKeys) => T,
  ): Promise<Versioned<T> | 'unchanged' | null> {
    const read: StoredText | 'unchanged' | null = await this.place.read(path, { bytesMax, ...options })
    return read === null || read === 'unchanged' ? read : { ...accept(read.text, this.#keys), etag: read.etag }
  }
}

export interface ReadOptions {
  readonly etag?: string | undefined
  readonly signal?: AbortSignal | undefined
}

export type Versioned<T> = T & { readonly etag: string | undefined }

/** The manifests of a store. A file with another name was put there by somebody else. */
export async function listManifests(writer: PlaceWriter): Promise<(ListedFile & { readonly release: string })[]> {
  const listed = await writer.list('manifests')
  return listed
    .map((file) => ({ ...file, release: file.name.replace(/\.json$/, '') }))
    .filter(({ name, release }) => name !== release && RELEASE_ID.test(release))
}
