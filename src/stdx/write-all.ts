import { existsSync, readlinkSync, writeSync } from 'node:fs'

/** The system writes at most 2 GiB in one call. */
const CALL_BYTES_MAX = 1 << 26

/**
 * Writes all bytes, by default after the last write. On a nearly full disk one call writes a part and the next one
 * fails.
 */
export function writeAll(file: number, bytes: Uint8Array, position?: number): void {
  for (let done = 0; done < bytes.length; ) {
    const length = Math.min(bytes.length - done, CALL_BYTES_MAX)
    try {
      done += writeSync(file, bytes, done, length, position === undefined ? null : position + done)
    } catch (error) {
      // For the message about a full disk.
      const link = `/proc/self/fd/${file}`
      throw Object.assign(error as Error, existsSync(link) && { path: readlinkSync(link) })
    }
  }
}
