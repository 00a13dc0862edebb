import { randomBytes } from 'node:crypto'

/** A random number of 52 bits: older books, or a copy of this server, never give it again. */
export function newIncarnation(): number {
  return 1 + Number.parseInt(randomBytes(7).toString('hex').slice(0, 13), 16)
}
