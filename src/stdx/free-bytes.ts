import { statfs } from 'node:fs/promises'
import { InputError } from './input-error.ts'

const MB = 1_000_000

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
  const [needed, left, missing] = [Math.ceil(bytes / MB), Math.floor(free / MB), Math.ceil((bytes - free) / MB)]
  throw new InputError(
    `${folder}: ${needed} MB are needed and ${left} MB are free. Free ${missing} MB or use another folder, then run this again.`,
  )
}
