import { statfsSync } from 'node:fs'

/** Bytes that can still be written to the disk of a folder; undefined where the system cannot say. */
export function freeBytes(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return undefined
  }
}
