import { hash } from 'node:crypto'
import { type Manifest, parseManifest, parseWithdrawals } from '../release/copied-release.ts'
import type { Withdrawal } from '../release/release.ts'
import { InputError } from '../stdx/input-error.ts'
import { describeAhead, parseDocument, type StoreKeys } from './documents.ts'
import { CURRENT_PATH, manifestPath, WITHDRAWN_PATH } from './layout.ts'

/*
 * The rules for the documents of a store, which any program may have written. Each function throws an InputError if
 * it refuses, and none reads or writes anything.
 */

/** Which release a store tells servers to serve. */
export interface CurrentRelease {
  readonly release: string
  /** SHA-256 of its manifest, which has the hashes of its files. */
  readonly manifestSha256: string
  readonly sequence: number
  readonly publishedAt: string
  readonly rollback: boolean
  /** The sequence of the list of withdrawn records. With an earlier list no server may serve the release. */
  readonly withdrawnSequence: number
  /** SHA-256 of the manifests of this release and of those before, to which a rollback may go. */
  readonly manifests: readonly string[]
}

export interface StoredWithdrawals {
  readonly sequence: number
  readonly list: readonly Withdrawal[]
}

export interface StoredManifest {
  readonly manifest: Manifest
  readonly text: string
}

export function acceptCurrent(text: string, keys: StoreKeys): CurrentRelease {
  const { sequence, fields } = parseDocument(CURRENT_PATH, text, keys)
  const { release, manifest_sha256: manifestSha256, published_at: publishedAt, rollback } = fields
  const { withdrawn_sequence: withdrawnSequence, manifests } = fields
  const isSound =
    [release, manifestSha256, publishedAt].every((one) => typeof one === 'string') &&
    typeof withdrawnSequence === 'number' &&
    Array.isArray(manifests)
  if (!isSound) throw new InputError(`${CURRENT_PATH} of the store is damaged: a field is missing.`)
  const current = { release, manifestSha256, sequence, publishedAt, withdrawnSequence, manifests }
  return { ...current, rollback: rollback === true } as CurrentRelease
}

export function acceptWithdrawals(text: string, keys: StoreKeys): StoredWithdrawals {
  const { sequence, fields } = parseDocument(WITHDRAWN_PATH, text, keys)
  return { sequence, list: parseWithdrawals(JSON.stringify(fields.list ?? null), `${WITHDRAWN_PATH} of the store`) }
}

/** The text becomes the file of the local release. Null: the store has none. */
export function acceptManifest(
  text: string | null,
  { release, manifestSha256 }: Pick<CurrentRelease, 'release' | 'manifestSha256'>,
): StoredManifest {
  const path = manifestPath(release)
  if (text === null) throw new InputError(`${path} is missing in the store. Run \`regista publish\` again.`)
  if (hash('sha256', text) !== manifestSha256)
    throw new InputError(`${path} of the store differs from its hash in ${CURRENT_PATH}. Publish again.`)
  const manifest = parseManifest(text, `${path} of the store`)
  if (manifest.id !== release) throw new InputError(`${path} of the store is the manifest of ${manifest.id}.`)
  return { manifest, text }
}

/** Whether a document is to be applied: it is later than the one that was accepted before, if there was any. */
export function isLater(path: string, sequence: number, accepted: number | undefined, nowMs: number): boolean {
  const ahead = describeAhead(path, sequence, nowMs)
  if (ahead !== undefined) throw new InputError(ahead)
  if (accepted === undefined || accepted < sequence) return true
  if (sequence === accepted) return false
  const shown = `${path} has sequence ${sequence}, and this server has accepted ${accepted}`
  const why = 'it is an earlier state, as of a cache, a restored backup, or a publisher whose clock is behind'
  throw new InputError(`${shown}: ${why}. Look at the clock of the publisher, then publish again.`)
}

/** A record that was withdrawn since a release was built must not be shown by it. */
export function requireWithdrawals({ withdrawnSequence }: CurrentRelease, accepted = -1): void {
  if (withdrawnSequence <= accepted) return
  throw new InputError(`${WITHDRAWN_PATH} is missing or older than ${CURRENT_PATH} says. Publish again.`)
}
