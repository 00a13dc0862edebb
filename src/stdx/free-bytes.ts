import { statfsSync } from 'node:fs'

/** Free bytes on the disk of a folder; undefined if the system cannot tell. */
export function freeBytes(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return undefined
  }
}
