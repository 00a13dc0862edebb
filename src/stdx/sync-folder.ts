import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Makes names in a folder (new files, renames) survive a power cut; syncing a file saves only its content. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
