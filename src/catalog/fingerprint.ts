import { hash } from 'node:crypto'

/**
 * 52 bits of SHA-256: as many as a number holds exactly. Two different rows share one by chance once in 4.5 · 10¹⁵; then a change
 * would be missed until the row changes again. A whole hash would double the memory of the table of known rows for nothing.
 */
export function fingerprintOf(row: Uint8Array): number {
  return Number.parseInt(hash('sha256', row, 'hex').slice(0, 13), 16)
}

/** Marks a record that no row of a file can match: it is read again at the next import. */
export const NO_FINGERPRINT = -1
