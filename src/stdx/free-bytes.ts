import { statfs } from 'node:fs/promises'
import { InputError } from './input-error.ts'

/** Free bytes on the disk of a folder; undefined if the system cannot tell. */
export async function freeBytes(folder: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return undefined
  }
}

/** Before the first byte of a large file: a full disk harms everything else on it. */
export async function requireSpace(folder: string, bytes: number): Promise<void> {
  const free = (await freeBytes(folder)) ?? bytes
  if (bytes <= free) return
  throw new InputError(
    `${folder}: ${bytes} bytes are needed and ${free} are free. Free some space or use another folder, then run this again.`,
  )
}
