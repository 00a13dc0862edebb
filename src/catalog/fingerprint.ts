import { mix32 } from '../stdx/mix32.ts'

/**
 * A hash of 52 bits, which a number holds exactly: two lanes of multiply-and-rotate over four bytes at a time, mixed at
 * the end. It is not for secrets. Two different rows have the same fingerprint once in 4.5 · 10¹⁵.
 * SHA-256 took a third of the time of reading a file of known rows.
 */
export function computeFingerprint(row: Uint8Array): number {
  const { length } = row
  const whole = length & ~3
  let a = 0x9e3779b9 ^ length
  let b = 0x7f4a7c15 ^ length
  for (let i = 0; i < whole; i += 4) {
    const word = row[i]! | (row[i + 1]! << 8) | (row[i + 2]! << 16) | (row[i + 3]! << 24)
    a = Math.imul(a ^ word, 0x85ebca6b)
    a = (a << 13) | (a >>> 19)
    b = Math.imul(b + word, 0xc2b2ae35)
    b ^= b >>> 15
  }
  let tail = 0
  for (let i = length - 1; whole <= i; i--) tail = (tail << 8) | row[i]!
  a = mix32(a ^ Math.imul(tail, 0x27d4eb2f))
  b = mix32(b + Math.imul(tail, 0x165667b1))
  a = mix32(a ^ b)
  return (a >>> 0) * 0x10_0000 + (b >>> 12)
}

/** No row has this fingerprint, so the next import reads the row of the record again. */
export const NO_FINGERPRINT = -1
