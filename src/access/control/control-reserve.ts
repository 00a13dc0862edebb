import { closeSync, fstatSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** Enough for dozens of changes: each writes some pages of 8 KiB to the log, and 32 KiB of shared memory. */
const RESERVE_BYTES = 1 << 20
const CHUNK = new Uint8Array(64 << 10)

/**
 * Writes a file that only occupies space. SQLite needs room for its log, so on a full disk no key could be revoked.
 * A command that finds the disk full deletes the file, tries again, and writes as much of it as fits.
 * On a file system that compresses, zeros occupy no space and the file does not help.
 */
export function fillReserve(data: string): void {
  let file: number | undefined
  try {
    file = openSync(reservePath(data), 'a', 0o600)
    let bytes = fstatSync(file).size
    while (bytes < RESERVE_BYTES) {
      const written = writeSync(file, CHUNK, 0, Math.min(CHUNK.length, RESERVE_BYTES - bytes))
      if (written === 0) return
      bytes += written
    }
  } catch {
    // The disk is full: the part that fitted stays.
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** True if that made room. */
export function freeReserve(data: string): boolean {
  const path = reservePath(data)
  try {
    const { blocks } = statSync(path)
    rmSync(path)
    return 0 < blocks
  } catch {
    return false
  }
}

function reservePath(data: string): string {
  return join(data, 'control.reserve')
}
