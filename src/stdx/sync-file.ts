import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Makes what was written to a file, by whomever, survive a power cut. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
