import { writeSync } from 'node:fs'

/** The system writes at most 2 GiB in one call. */
const CALL_BYTES_MAX = 1 << 26

/**
 * Writes all bytes, by default after the last write. On a nearly full disk one call writes a part and the next one
 * fails.
 */
export function writeAll(file: number, bytes: Uint8Array, position?: number): void {
  for (let done = 0; done < bytes.length; ) {
    const length = Math.min(bytes.length - done, CALL_BYTES_MAX)
    done += writeSync(file, bytes, done, length, position === undefined ? null : position + done)
  }
}
