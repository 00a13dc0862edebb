import { renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { syncFolder } from './sync-folder.ts'

interface ReplaceOptions {
  /** Keeps the temporary files of two programs apart. */
  readonly writer?: string | undefined
  /** The mode of the new file: `0o600` if only its owner may read it. */
  readonly mode?: number
}

/**
 * Replaces a small file by a rename, so that a reader, and the next start after a crash or a lost power, finds the old
 * content or the new one.
 */
export function replaceFile(path: string, content: string | Uint8Array, { writer, mode }: ReplaceOptions = {}): void {
  const parts = ['', basename(path), ...(writer === undefined ? [] : [writer]), 'tmp']
  const temporary = join(dirname(path), parts.join('.'))
  writeFileSync(temporary, content, { flush: true, mode })
  renameSync(temporary, path)
  syncFolder(dirname(path))
}
