import { foldCodePoint } from './words.ts'

/**
 * Splits UTF-8 texts like `splitWords`, without creating strings. A company name takes 0.1 µs instead of 0.7.
 *
 *     bytes   the folded words of the last text, one after the other
 *     ends    where each of them ends
 */
export class WordScanner {
  bytes = new Uint8Array(1 << 10)
  ends = new Uint32Array(1 << 10)

  /** Returns the number of words. */
  scan(text: Uint8Array, from: number, to: number): number {
    this.#reserve(from, to)
    let { bytes } = this
    const { ends } = this
    let words = 0
    let start = 0
    let length = 0
    for (let at = from; at < to; ) {
      const first = text[at]!
      let letters: number
      if (first < 0x80) {
        letters = LATIN_LETTERS[first]!
        at += 1
      } else if (first < BEYOND_LATIN) {
        letters = LATIN_LETTERS[((first & 0x1f) << 6) | (text[at + 1]! & 0x3f)]!
        at += 2
      } else {
        const size = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
        const added = lettersOf(codePoint(text, at, size))
        at += size
        if (added !== null) {
          bytes = this.#roomFor(length + added.length + 2 * (to - at))
          bytes.set(added, length)
          length += added.length
          continue
        }
        letters = SEPARATES
      }
      if (letters === SEPARATES) {
        if (start < length) ends[words++] = start = length
      } else if (letters !== JOINS) {
        for (; letters !== 0; letters >>>= 8) bytes[length++] = letters & 0xff
      }
    }
    if (start < length) ends[words++] = length
    return words
  }

  /** Two bytes of Latin fold to at most four. */
  #reserve(from: number, to: number): void {
    this.#roomFor(2 * (to - from))
    if (this.ends.length <= to - from) this.ends = new Uint32Array(2 * (to - from))
  }

  #roomFor(bytes: number): Uint8Array<ArrayBuffer> {
    if (this.bytes.length < bytes) {
      const larger = new Uint8Array(2 * bytes)
      larger.set(this.bytes)
      this.bytes = larger
    }
    return this.bytes
  }
}

/** Code points below this one have at most two bytes, the first of them below `BEYOND_LATIN`. */
const LATIN_END = 0x280
const BEYOND_LATIN = 0xc0 | (LATIN_END >>> 6)
/** Control characters, to which no letter folds. */
const SEPARATES = 0
const JOINS = 1

/** The folded bytes of each Latin letter in one number, the first byte lowest. */
const LATIN_LETTERS = Uint32Array.from({ length: LATIN_END }, (_, code) => {
  const added = foldCodePoint(String.fromCharCode(code))
  if (added === null) return SEPARATES
  return added === '' ? JOINS : Buffer.from(added).reduceRight((packed, byte) => packed * 256 + byte, 0)
})

/** Caches the other code points: dashes, quotation marks, a few alphabets. */
const LETTERS = new Map<number, Uint8Array | null>()

function lettersOf(code: number): Uint8Array | null {
  let letters = LETTERS.get(code)
  if (letters === undefined) {
    const added = foldCodePoint(String.fromCodePoint(code))
    letters = added === null ? null : Buffer.from(added)
    LETTERS.set(code, letters)
  }
  return letters
}

function codePoint(text: Uint8Array, at: number, size: number): number {
  let code = text[at]! & (0x7f >>> size)
  for (let i = 1; i < size; i++) code = (code << 6) | (text[at + i]! & 0x3f)
  return code
}
