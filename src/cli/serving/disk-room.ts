import { statfsSync } from 'node:fs'

/** Bytes that may still be written to the disk of a folder; undefined where nobody can say. */
export function freeBytes(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return undefined
  }
}

/** Room for some hundred thousand debits: time to be woken before the first sale fails. */
const ROOM_MIN = 64 * 2 ** 20

/** A node whose disk is full sells nothing; it should be out of the way before. */
export function diskProblem(folder: string, free: number | undefined): string | undefined {
  if (free === undefined || ROOM_MIN <= free) return undefined
  return `the disk of ${folder} is full but for ${Math.floor(free / 2 ** 20)} MiB: make room`
}
