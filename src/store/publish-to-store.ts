import { hash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  MANIFEST_FILE,
  type Manifest,
  type ManifestFile,
  mergeWithdrawals,
  parseManifest,
  type WithdrawnKey,
} from '../release/copied-release.ts'
import type { ReleaseFolder, Withdrawal } from '../release/release.ts'
import { isoTime } from '../stdx/clock.ts'
import { hashFile } from '../stdx/hash-file.ts'
import { InputError } from '../stdx/input-error.ts'
import type { CurrentRelease } from './acceptance.ts'
import { makePatch, packFile } from './file-forms.ts'
import { filePath, listFiles, manifestPath, packedPath, patchPath } from './layout.ts'
import { findEarlier, type LocalFile } from './local-files.ts'
import type { PlaceWriter } from './place.ts'
import { pruneStore } from './prune.ts'
import { listManifests, type ReleaseStore } from './release-store.ts'

export interface StorePublication {
  /** A release of this folder is published. */
  readonly folder: ReleaseFolder
  readonly id: string
  /** Those of the catalog. */
  readonly withdrawals: readonly Withdrawal[]
  readonly nowMs: number
  readonly signal: AbortSignal
  /** Called after each file. */
  readonly progress: (bytes: number, bytesTotal: number) => void
}

export interface StoreReport {
  readonly current: CurrentRelease
  readonly filesSent: number
  readonly bytesSent: number
  /** Which the store had already. */
  readonly filesKept: number
  readonly removedReleases: readonly string[]
  readonly removedFiles: number
  /** Why old releases were not removed. The release is published all the same. */
  readonly problem: string | undefined
}

/**
 * Writes a local release to the store: files, manifest, then the document that servers read. Everything is read back
 * before that document is written, so a publisher that dies at any step leaves the old release served. The caller holds
 * the lock of the store.
 */
export async function publishToStore(store: ReleaseStore, publication: StorePublication): Promise<StoreReport> {
  const { folder, id, nowMs, signal, progress } = publication
  const writer = store.requireWriter()
  const text = readFileSync(join(folder.path(id), MANIFEST_FILE), 'utf8')
  const manifest = parseManifest(text, join(folder.path(id), MANIFEST_FILE))
  const lacking = await findMissingFiles(writer, manifest)
  const bytesTotal = lacking.reduce((sum, { bytes }) => sum + bytes, 0)
  const readBack = join(folder.dir, '.store-read-back')
  rmSync(readBack, { recursive: true, force: true })
  mkdirSync(readBack)
  let bytesSent = 0
  let bytesDone = 0
  for (const file of lacking) {
    signal.throwIfAborted()
    const path = join(folder.path(id), file.name)
    // First: if the store has the file itself, no publication sends its forms again.
    bytesSent += await sendForms(
      store,
      { ...file, path, earlier: findEarlier(folder, file) },
      { dir: readBack, signal },
    )
    await writer.put(filePath(file.sha256), { file: path, ...file }, signal)
    await store.fetchFile(file, join(readBack, file.sha256), { signal })
    rmSync(join(readBack, file.sha256))
    bytesSent += file.bytes
    bytesDone += file.bytes
    progress(bytesDone, bytesTotal)
  }
  rmSync(readBack, { recursive: true })
  await writeManifest(store, id, text)
  await addWithdrawals(store, publication)
  const current = await pointTo(store, writer, { id, text, nowMs, rollback: false })
  const removed = await pruneStore(store, writer, nowMs).catch((error: NodeJS.ErrnoException) => {
    if (!(error instanceof InputError) && error.code === undefined) throw error
    return { manifests: [], files: [], problem: error.message }
  })
  return {
    current,
    filesSent: lacking.length,
    bytesSent,
    filesKept: listFiles(manifest).length - lacking.length,
    removedReleases: removed.manifests,
    removedFiles: removed.files.length,
    problem: 'problem' in removed ? removed.problem : undefined,
  }
}

/** Sends the shorter forms in which servers may fetch a file, and returns their bytes. */
async function sendForms(
  store: ReleaseStore,
  { path, sha256, bytes, earlier }: ManifestFile & LocalFile & { readonly earlier: readonly LocalFile[] },
  { dir, signal }: { readonly dir: string; readonly signal: AbortSignal },
): Promise<number> {
  const form = join(dir, 'form')
  let bytesSent = 0
  const packed = await packFile(path, form, signal)
  for (const old of [undefined, ...earlier]) {
    const to = old === undefined ? packedPath(sha256) : patchPath(old.sha256, sha256)
    const size = old === undefined ? packed : await makePatch(old.path, { from: path, to: form, signal })
    if (size === undefined || (old === undefined ? bytes : packed) <= size) continue
    const content = { file: form, bytes: size, sha256: await hashFile(form, () => {}) }
    await store.putFile(to, content, join(dir, 'back'), signal)
    bytesSent += size
  }
  return bytesSent
}

/** An id is a second, so two publishers could have made two releases of one id. */
async function writeManifest(store: ReleaseStore, id: string, text: string): Promise<void> {
  const before = await store.readText(manifestPath(id))
  if (before !== null && before !== text)
    throw new InputError(`the store has another release ${id} already. Run \`regista publish\` again.`)
  if (before === null) await store.putText(manifestPath(id), text)
}

/**
 * Adds the withdrawals of a catalog to those of the store, so that a new catalog brings no record back. The list of the
 * local folder counts only for a store that has none: another publisher may have restored some of it since.
 */
export async function addWithdrawals(
  store: ReleaseStore,
  { folder, withdrawals, nowMs }: Pick<StorePublication, 'folder' | 'withdrawals' | 'nowMs'>,
): Promise<void> {
  await store.changeWithdrawals((before = folder.withdrawals()) => mergeWithdrawals(before, withdrawals), nowMs)
}

/** Returns whether any of them was listed. */
export async function removeWithdrawals(
  store: ReleaseStore,
  keys: readonly WithdrawnKey[],
  nowMs: number,
): Promise<boolean> {
  const isRemoved = (one: WithdrawnKey): boolean =>
    keys.some((key) => key.country === one.country && key.kind === one.kind && key.sourceKey === one.sourceKey)
  return await store.changeWithdrawals((before = []) => before.filter((one) => !isRemoved(one)), nowMs)
}

/** Tells servers to serve an earlier release of the store: one small write. */
export async function rollBackStore(
  store: ReleaseStore,
  wanted: string | undefined,
  nowMs: number,
): Promise<{ readonly current: string; readonly createdAt: string; readonly was: string | null }> {
  const writer = store.requireWriter()
  const before = (await store.readCurrent()) as CurrentRelease | null
  // With a key only what the signed document names: anybody could have put a manifest there.
  const mayServe = ({ text }: StoredRelease) => !store.isSigning || before?.manifests.includes(hash('sha256', text))
  const candidates = (await listStoredReleases(store)).filter((one) => one.problem === null && mayServe(one))
  const earlier = candidates.findLast(({ id }) => before !== null && id < before.release)
  const found = wanted === undefined ? earlier : candidates.find(({ id }) => id === wanted)
  if (found === undefined)
    throw new InputError(
      `${store.name} has no ${wanted ?? 'earlier'} release that this build can serve${store.isSigning ? ' and `current` is signed for' : ''}. See \`regista releases --store URL\`.`,
    )
  await pointTo(store, writer, { id: found.id, text: found.text, nowMs, rollback: true })
  return { current: found.id, createdAt: found.manifest!.createdAt, was: before?.release ?? null }
}

interface Target {
  readonly id: string
  /** The text of the manifest. */
  readonly text: string
  readonly nowMs: number
  readonly rollback: boolean
}

/** Only if the store has every file: between listing and now another publisher may have removed one. */
async function pointTo(store: ReleaseStore, writer: PlaceWriter, target: Target): Promise<CurrentRelease> {
  const { id, text, nowMs, rollback } = target
  const lacking = await findMissingFiles(writer, parseManifest(text, id))
  if (lacking.length !== 0)
    throw new InputError(`the store lacks ${lacking.length} files of ${id}: ${lacking[0]!.name}. Publish again.`)
  const current = { release: id, manifestSha256: hash('sha256', text), publishedAt: isoTime(nowMs), rollback }
  return await store.writeCurrent(current, nowMs)
}

/** The files of a release that a store does not have in their length. */
export async function findMissingFiles(writer: PlaceWriter, manifest: Manifest): Promise<ManifestFile[]> {
  const stored = new Map((await writer.list('files')).map(({ name, bytes }) => [name, bytes]))
  return listFiles(manifest).filter(({ sha256, bytes }) => stored.get(sha256) !== bytes)
}

export interface StoredRelease {
  readonly id: string
  readonly text: string
  readonly manifest: Manifest | undefined
  /** Why this build cannot serve it. */
  readonly problem: string | null
}

/** All releases of a store, the oldest first. */
export async function listStoredReleases(store: ReleaseStore): Promise<StoredRelease[]> {
  const ids = (await listManifests(store.requireLister())).map(({ release }) => release).toSorted()
  const releases: StoredRelease[] = []
  for (const id of ids) releases.push(describe(id, (await store.readText(manifestPath(id))) ?? ''))
  return releases
}

function describe(id: string, text: string): StoredRelease {
  try {
    return { id, text, manifest: parseManifest(text, manifestPath(id)), problem: null }
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    return { id, text, manifest: undefined, problem: error.message }
  }
}
