import { constants, copyFile, rename, rm, stat } from 'node:fs/promises'
import type { ManifestFile } from '../release/copied-release.ts'
import { explainDiskError } from '../stdx/download-body.ts'
import { PART_SUFFIX, STATE_SUFFIX } from '../stdx/download-state.ts'
import { hashFile } from '../stdx/hash-file.ts'
import { InputError, MissingError, TryLaterError } from '../stdx/input-error.ts'
import { applyPatch, unpackFile } from './file-forms.ts'
import { packedPath, patchPath } from './layout.ts'
import type { LocalFile } from './local-files.ts'
import type { FetchControl } from './place.ts'
import type { ReleaseStore } from './release-store.ts'

interface FetchFileOptions extends FetchControl {
  /** Files that may be an earlier state of the wanted one. Undefined: the file is fetched as it is. */
  readonly earlier: readonly LocalFile[] | undefined
  readonly warn: (text: string) => void
}

/**
 * Fetches a file of a release in the shortest form that the store has: as a patch of a local file, packed, or as it is.
 * A form is tried, never trusted: the hash of the result decides. Returns the bytes that travelled.
 */
export async function fetchFile(
  store: ReleaseStore,
  file: ManifestFile,
  to: string,
  { earlier, warn, ...options }: FetchFileOptions,
): Promise<number> {
  const { name, sha256, bytes } = file
  for (const old of earlier === undefined ? [] : [...earlier, undefined]) {
    const path = old === undefined ? packedPath(sha256) : patchPath(old.sha256, sha256)
    const arrived = `${to}.${old?.sha256 ?? 'packed'}`
    const made = `${to}.made`
    try {
      await store.place.fetch(path, arrived, { ...options, bytes, atMost: true })
      const { size } = await stat(arrived)
      if (old === undefined) await unpackFile(arrived, made, bytes, options.signal)
      else {
        await copyFile(old.path, made, constants.COPYFILE_FICLONE)
        await applyPatch(arrived, made, bytes, options.signal)
      }
      if ((await hashFile(made, () => options.progress?.())) !== sha256)
        throw new InputError('it makes other content than its name says')
      await rename(made, to)
      await removeAll(arrived)
      return size
    } catch (error) {
      await rm(made, { force: true })
      if (!(error instanceof InputError) || error instanceof TryLaterError) throw await explainDiskError(error, to)
      if (!(error instanceof MissingError)) warn(`${path} of the store (${name}) is not used: ${error.message}`)
      await removeAll(arrived)
    }
  }
  await store.fetchFile(file, to, options)
  return bytes
}

/** The received part of a form too, and what is known of it. */
async function removeAll(path: string): Promise<void> {
  for (const suffix of ['', PART_SUFFIX, STATE_SUFFIX]) await rm(`${path}${suffix}`, { force: true })
}
