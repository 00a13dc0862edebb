import { assert } from '../stdx/assert.ts'

const EMPTY = -1

/**
 * The rows that the catalog has of one dataset: fingerprint → key, and whether this import has met the row yet. It lies in shared
 * memory, because the thread that reads files asks and the thread that writes the catalog looks through what was never met.
 * Open addressing, at most half full: 34 bytes per row, one or two cache lines per question.
 */
export class KnownRows {
  readonly buffer: SharedArrayBuffer
  readonly #fingerprints: Float64Array
  readonly #keys: Float64Array
  readonly #seen: Uint8Array
  readonly #mask: number

  static forRows(count: number): KnownRows {
    let slots = 16
    while (slots < count * 2) slots *= 2
    const known = new KnownRows(new SharedArrayBuffer(slots * 17))
    known.#fingerprints.fill(EMPTY)
    return known
  }

  constructor(buffer: SharedArrayBuffer) {
    const slots = buffer.byteLength / 17
    this.buffer = buffer
    this.#fingerprints = new Float64Array(buffer, 0, slots)
    this.#keys = new Float64Array(buffer, slots * 8, slots)
    this.#seen = new Uint8Array(buffer, slots * 16, slots)
    this.#mask = slots - 1
  }

  add(fingerprint: number, key: number): void {
    assert(0 <= fingerprint, 'a fingerprint is not negative')
    let slot = fingerprint & this.#mask
    while (this.#fingerprints[slot] !== EMPTY) slot = (slot + 1) & this.#mask
    this.#fingerprints[slot] = fingerprint
    this.#keys[slot] = key
  }

  /** Met for the first time, met before in this import (the row stands twice), or not known. */
  meet(fingerprint: number): 'known' | 'again' | 'unknown' {
    let slot = fingerprint & this.#mask
    for (;;) {
      const found = this.#fingerprints[slot]
      if (found === fingerprint) break
      if (found === EMPTY) return 'unknown'
      slot = (slot + 1) & this.#mask
    }
    if (this.#seen[slot] === 1) return 'again'
    this.#seen[slot] = 1
    return 'known'
  }

  *neverMet(): Generator<number> {
    for (let slot = 0; slot <= this.#mask; slot++) {
      if (this.#fingerprints[slot] !== EMPTY && this.#seen[slot] === 0) yield this.#keys[slot]!
    }
  }
}
