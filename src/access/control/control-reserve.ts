import { closeSync, fstatSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** A change of `control.db` writes some pages of 8 KiB to its log and 32 KiB of shared memory beside it; this is enough for dozens of changes. */
const RESERVE_BYTES = 1 << 20
const CHUNK = new Uint8Array(64 << 10)

/**
 * A file of no use but its place: on a full disk a key could not be revoked, for SQLite needs room for its log. A command that finds the disk full deletes the file, tries again, and writes
 * as much of it as fits. Zeros take place on every file system that does not compress; on one that does the file is of no use and does no harm.
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
    // What fits is kept.
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** Answers whether that made room. */
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
