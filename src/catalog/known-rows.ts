import { assert } from '../stdx/assert.ts'

/** No fingerprint is negative, so a negative number says what a slot is: empty, or the mark of a fingerprint that was met. */
const EMPTY = -1
const metMark = (fingerprint: number): number => -fingerprint - 2

/**
 * The rows that the catalog has of one dataset: fingerprint → key, and whether this import has met the row yet. It lies in shared
 * memory, because the thread that reads files asks and the thread that writes the catalog looks through what was never met.
 * Open addressing, at most half full, 32 bytes per row; whether a row was met stands in the fingerprint's own place, so a question is one cache line.
 */
export class KnownRows {
  readonly buffer: SharedArrayBuffer
  readonly #fingerprints: Float64Array
  readonly #keys: Float64Array
  readonly #mask: number
  #added = 0

  static forRows(count: number): KnownRows {
    let slots = 16
    while (slots < count * 2) slots *= 2
    const known = new KnownRows(new SharedArrayBuffer(slots * 16))
    known.#fingerprints.fill(EMPTY)
    return known
  }

  constructor(buffer: SharedArrayBuffer) {
    const slots = buffer.byteLength / 16
    this.buffer = buffer
    this.#fingerprints = new Float64Array(buffer, 0, slots)
    this.#keys = new Float64Array(buffer, slots * 8, slots)
    this.#mask = slots - 1
  }

  add(fingerprint: number, key: number): void {
    assert(0 <= fingerprint, 'a fingerprint is not negative')
    assert(this.#added++ < this.#mask, 'the table of known rows has room')
    let slot = fingerprint & this.#mask
    while (this.#fingerprints[slot] !== EMPTY) slot = (slot + 1) & this.#mask
    this.#fingerprints[slot] = fingerprint
    this.#keys[slot] = key
  }

  /** Met for the first time, met before in this import (the row stands twice), or not known. */
  meet(fingerprint: number): 'known' | 'again' | 'unknown' {
    for (let slot = fingerprint & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const found = this.#fingerprints[slot]!
      if (found === fingerprint) {
        this.#fingerprints[slot] = metMark(fingerprint)
        return 'known'
      }
      if (found === EMPTY) return 'unknown'
      if (found === metMark(fingerprint)) return 'again'
    }
  }

  /** Keys of those of the fingerprints that were met. For the thread that writes, after the reader has ended. */
  keysMet(fingerprints: readonly number[]): number[] {
    return fingerprints.flatMap((fingerprint) => {
      const mark = metMark(fingerprint)
      let slot = fingerprint & this.#mask
      while (this.#fingerprints[slot] !== mark && this.#fingerprints[slot] !== EMPTY) slot = (slot + 1) & this.#mask
      return this.#fingerprints[slot] === mark ? [this.#keys[slot]!] : []
    })
  }

  *neverMet(): Generator<number> {
    for (let slot = 0; slot <= this.#mask; slot++) {
      if (0 <= this.#fingerprints[slot]!) yield this.#keys[slot]!
    }
  }
}
