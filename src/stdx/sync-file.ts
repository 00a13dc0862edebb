import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Flushes a file to the disk, whichever process wrote it. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
