import { assert } from '../stdx/assert.ts'
import { chunkedF64, chunkedU32 } from '../stdx/chunked-array.ts'
import { type SectionArray, type SectionSource, section } from '../stdx/section-file.ts'
import { sortedIndexOf } from '../stdx/sorted-search.ts'

const U32_MAX = 0xffff_ffff

/** The sections that hold the keys of a file's records. */
export const KEY_SECTIONS = ['key', 'key.below', 'key.above'] as const

/**
 * The keys of a file's records, ascending. A key takes four bytes. The few keys that 32 bits cannot hold have sections
 * of their own, so that one unusual key does not double the size of the file.
 */
export class RecordKeys {
  readonly length: number
  readonly #below: Float64Array
  readonly #narrow: Uint32Array
  readonly #above: Float64Array

  constructor(sections: Map<string, SectionArray>) {
    this.#narrow = section(sections, 'key', Uint32Array)
    this.#below = section(sections, 'key.below', Float64Array)
    this.#above = section(sections, 'key.above', Float64Array)
    this.length = this.#below.length + this.#narrow.length + this.#above.length
  }

  at(index: number): number {
    if (index < this.#below.length) return this.#below[index]!
    const place = index - this.#below.length
    return place < this.#narrow.length ? this.#narrow[place]! : this.#above[place - this.#narrow.length]!
  }

  /** Returns -1 if no record has the key. */
  indexOf(key: number): number {
    if (key < 0) return sortedIndexOf(this.#below, key)
    const [part, before] =
      key <= U32_MAX ? [this.#narrow, this.#below.length] : [this.#above, this.#below.length + this.#narrow.length]
    const place = sortedIndexOf(part, key)
    return place < 0 ? -1 : before + place
  }

  /** The first place whose key is not below this one; the length if all are. */
  firstNotBelow(key: number): number {
    let low = 0
    let high = this.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.at(middle) < key) low = middle + 1
      else high = middle
    }
    return low
  }

  *[Symbol.iterator](): Generator<number> {
    for (let i = 0; i < this.length; i++) yield this.at(i)
  }
}

/** Takes keys in ascending order. */
export class RecordKeysBuilder {
  readonly #below = chunkedF64()
  readonly #narrow = chunkedU32()
  readonly #above = chunkedF64()
  #last = Number.NEGATIVE_INFINITY

  get length(): number {
    return this.#below.length + this.#narrow.length + this.#above.length
  }

  push(key: number): void {
    assert(this.#last < key, 'keys ascend')
    this.#last = key
    if (key < 0) this.#below.push(key)
    else if (key <= U32_MAX) this.#narrow.push(key)
    else this.#above.push(key)
  }

  sections(): Record<(typeof KEY_SECTIONS)[number], SectionSource> {
    return { key: this.#narrow.pieces(), 'key.below': this.#below.pieces(), 'key.above': this.#above.pieces() }
  }
}
