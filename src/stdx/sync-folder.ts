import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Flushes the names in a folder (new files, renames) to the disk: syncing a file saves only its content. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
