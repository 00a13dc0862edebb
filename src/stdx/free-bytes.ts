import { statfs } from 'node:fs/promises'

/** Free bytes on the disk of a folder; undefined if the system cannot tell. */
export async function freeBytes(folder: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return undefined
  }
}
