import type { QueryTerm } from './query-term.ts'
import type { WordIndex } from './word-index.ts'

/** How many postings are marked for one unit of work. */
const MARKED_PER_WORK = 8
/** How many documents are cleared for one unit of work. */
const CLEARED_PER_WORK = 2048

/**
 * A bit for each document. The bits of three million documents fit into a processor's cache, so that to mark every
 * posting of a word, and to look at the bits of many documents, costs less than to read their forward records. Marked
 * documents are also sorted ones.
 */
export class DocumentMarks {
  readonly #index: WordIndex
  readonly #bits: Int32Array

  constructor(index: WordIndex) {
    this.#index = index
    this.#bits = new Int32Array((index.documents + 31) >>> 5)
  }

  clear(): void {
    this.#bits.fill(0)
  }

  markTerm(term: QueryTerm): void {
    const { starts, documents } = this.#index.postings
    const bits = this.#bits
    for (let range = 0; range < term.rangeCount; range++) {
      const end = starts[term.high(range)]!
      for (let at = starts[term.low(range)]!; at < end; at++) {
        const document = documents[at]!
        bits[document >>> 5]! |= 1 << document
      }
    }
  }

  markAll(documents: Uint32Array, count: number): void {
    const bits = this.#bits
    for (let i = 0; i < count; i++) {
      const document = documents[i]!
      bits[document >>> 5]! |= 1 << document
    }
  }

  has(document: number): boolean {
    return ((this.#bits[document >>> 5]! >>> document) & 1) === 1
  }

  /** Keeps the marked ones of the documents from one place to another, and returns where they end. Without a branch. */
  keepMarked(documents: Uint32Array, from: number, end: number): number {
    const bits = this.#bits
    let kept = from
    for (let i = from; i < end; i++) {
      const document = documents[i]!
      documents[kept] = document
      kept += (bits[document >>> 5]! >>> document) & 1
    }
    return kept
  }

  /** Reads up to `most` marked documents from this one on, in ascending order, and returns how many there are. */
  read(from: number, into: Uint32Array, most: number): number {
    const bits = this.#bits
    const end = bits.length
    let count = 0
    let word = from >>> 5
    if (end <= word) return 0
    let left = bits[word]! & (-1 << from)
    while (count < most) {
      if (left !== 0) {
        into[count++] = (word << 5) + 31 - Math.clz32(left & -left)
        left &= left - 1
        continue
      }
      for (word += 1; word < end && bits[word] === 0; ) word += 1
      if (word === end) break
      left = bits[word]!
    }
    return count
  }
}

export function workToMark({ documents }: WordIndex, postings: number): number {
  return postings / MARKED_PER_WORK + documents / CLEARED_PER_WORK
}
