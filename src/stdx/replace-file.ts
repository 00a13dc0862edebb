import { renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { syncFolder } from './sync-folder.ts'

/**
 * Replaces a small file by a rename, so that a reader, and the next start after a crash, finds the old content or the
 * new one. `writer` keeps the temporary files of two programs apart.
 */
export function replaceFile(path: string, text: string, writer?: string): void {
  const parts = ['', basename(path), ...(writer === undefined ? [] : [writer]), 'tmp']
  const temporary = join(dirname(path), parts.join('.'))
  writeFileSync(temporary, text, { flush: true })
  renameSync(temporary, path)
  syncFolder(dirname(path))
}
