import { constants, copyFile, rename, rm, stat } from 'node:fs/promises'
import type { ManifestFile } from '../release/copied-release.ts'
import { explainDiskError } from '../stdx/download-body.ts'
import { PART_SUFFIX, STATE_SUFFIX } from '../stdx/download-state.ts'
import { hashFile } from '../stdx/hash-file.ts'
import { InputError, MissingError, TryLaterError } from '../stdx/input-error.ts'
import { applyPatch, unpackFile } from './file-forms.ts'
import type { FormPatience } from './form-patience.ts'
import { packedPath, patchPath } from './layout.ts'
import type { LocalFile } from './local-files.ts'
import type { FetchControl } from './place.ts'
import type { ReleaseStore } from './release-store.ts'

interface FetchFileOptions extends FetchControl {
  /** Files that may be an earlier state of the wanted one. */
  readonly earlier: readonly LocalFile[]
  readonly patience: FormPatience
  readonly warn: (fault: FormFault) => void
}

/** Why a form of a file is not used. */
export interface FormFault {
  readonly file: string
  /** The address of the form. */
  readonly form: string
  readonly problem: string
}

/**
 * Fetches a file of a release in the shortest form that the store has: as a patch of a local file, packed, or as it is.
 * A form is tried, never trusted: the hash of the result decides, and whatever fails, the next form follows at once.
 * Returns the bytes that travelled.
 */
export async function fetchFile(
  store: ReleaseStore,
  file: ManifestFile,
  to: string,
  { earlier, patience, warn, ...options }: FetchFileOptions,
): Promise<number> {
  const { name, sha256, bytes } = file
  const made = `${to}.made`
  for (const old of [...earlier, undefined]) {
    if (patience.isOver) break
    const path = old === undefined ? packedPath(sha256) : patchPath(old.sha256, sha256)
    const arrived = `${to}.${old?.sha256 ?? 'packed'}`
    const watch = patience.watch(options)
    try {
      {
        using _ = watch
        await store.place.fetch(path, arrived, { ...watch, bytes, isForm: true })
      }
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
      watch.fail()
      await rm(made, { force: true })
      options.signal?.throwIfAborted()
      const { message } = (await explainDiskError(error, to)) as Error
      if (!(error instanceof MissingError)) warn({ file: name, form: store.addressOf(path), problem: message })
      // If the file fails too, the next attempt goes on with the bytes that have arrived.
      if (!(error instanceof TryLaterError)) await removeAll(arrived)
    }
  }
  await store.fetchFile(file, to, options)
  return bytes
}

/** The received part of a form too, and what is known of it. */
async function removeAll(path: string): Promise<void> {
  for (const suffix of ['', PART_SUFFIX, STATE_SUFFIX]) await rm(`${path}${suffix}`, { force: true })
}
