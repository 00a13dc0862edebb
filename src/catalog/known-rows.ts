import { assert } from '../stdx/assert.ts'

/** Fingerprints are not negative. A negative number in a slot means: empty, or a fingerprint that was met. */
const EMPTY = -1
const metMark = (fingerprint: number): number => -fingerprint - 2

/**
 * The rows of one dataset in the catalog: fingerprint → key, and whether this import has met the row. It is in shared
 * memory: the thread that reads files looks rows up, and the thread that writes the catalog lists those never met.
 * Open addressing, at most half full, 32 bytes per row. The mark of a met row replaces the fingerprint, so a lookup
 * touches one cache line.
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

  /** `again`: the file has the row twice. */
  meet(fingerprint: number): 'known' | 'again' | 'unknown' {
    for (let slot = fingerprint & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const value = this.#fingerprints[slot]!
      if (value === fingerprint) {
        this.#fingerprints[slot] = metMark(fingerprint)
        return 'known'
      }
      if (value === EMPTY) return 'unknown'
      if (value === metMark(fingerprint)) return 'again'
    }
  }

  /** The keys of the fingerprints that were met. For the writing thread, after the reader has ended. */
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
