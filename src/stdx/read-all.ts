import { readSync } from 'node:fs'

/** The system reads at most 2 GiB in one call. */
const CALL_BYTES_MAX = 1 << 26

/** Fills the array from a position of the file. Returns the bytes read: fewer only at the end of the file. */
export function readAll(file: number, bytes: Uint8Array, position: number): number {
  let done = 0
  while (done < bytes.length) {
    const read = readSync(file, bytes, done, Math.min(bytes.length - done, CALL_BYTES_MAX), position + done)
    if (read === 0) break
    done += read
  }
  return done
}
