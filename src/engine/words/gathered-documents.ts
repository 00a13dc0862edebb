import type { Budget, Comparison } from './comparison.ts'
import { DocumentMarks } from './document-marks.ts'
import type { WordIndex } from './word-index.ts'

/** Up to so many documents are sorted. More are marked, and read in the order of their bits. */
const SORTED_MAX = 2048
/** How many documents are added at a time. */
export const ADDED_MAX = 1024
/** Work to sort a document. */
const SORT_WORK = 4
/** Work to mark a document. */
const MARK_WORK = 0.2
/** How many documents are cleared and passed over for one unit of work. */
const PASSED_PER_WORK = 512

/** Documents in any order, some of them several times, that are read in ascending order. */
export class GatheredDocuments {
  readonly #all: number
  readonly #marks: DocumentMarks
  readonly documents = new Uint32Array(SORTED_MAX + ADDED_MAX + 1)
  /** How many of `documents` are not marked. */
  length = 0
  #marked = 0
  /** How many of them were compared. */
  #sifted = 0
  #place = 0

  constructor(index: WordIndex) {
    this.#all = index.documents
    this.#marks = new DocumentMarks(index)
  }

  begin(): void {
    this.length = 0
    this.#marked = 0
    this.#sifted = 0
  }

  get count(): number {
    return this.length + this.#marked
  }

  /** The next documents are marked, not sorted. */
  get isFull(): boolean {
    return SORTED_MAX < this.length
  }

  /** Returns the length, from which on there is room for `ADDED_MAX` documents. */
  makeRoom(): number {
    if (this.isFull) this.#mark()
    return this.length
  }

  /** Keeps only likely documents. Returns false if the budget is spent. */
  sift(comparison: Comparison, budget: Budget): boolean {
    const end = comparison.keepLikely(this.documents, this.#sifted, this.length, budget)
    if (end < 0) return false
    this.length = end
    this.#sifted = end
    return true
  }

  addAll(documents: Uint32Array, count: number): void {
    for (let from = 0; from < count; from += ADDED_MAX) {
      const some = documents.subarray(from, Math.min(count, from + ADDED_MAX))
      this.documents.set(some, this.makeRoom())
      this.length += some.length
    }
  }

  get workToSort(): number {
    if (this.#marked === 0) return this.length * SORT_WORK
    return this.count * MARK_WORK + this.#all / PASSED_PER_WORK
  }

  sort(): void {
    if (this.#marked !== 0) this.#mark()
    else this.documents.subarray(0, this.length).sort()
    this.#place = 0
  }

  /**
   * Reads up to `most` documents from this one on, each once, and returns how many there are. Call it with ascending
   * documents.
   */
  read(from: number, into: Uint32Array, most: number): number {
    if (this.#marked !== 0) return this.#marks.read(from, into, most)
    let next = from
    let count = 0
    for (; this.#place < this.length && count < most; this.#place++) {
      const document = this.documents[this.#place]!
      if (document < next) continue
      into[count++] = document
      next = document + 1
    }
    return count
  }

  #mark(): void {
    if (this.#marked === 0) this.#marks.clear()
    this.#marks.markAll(this.documents, this.length)
    this.#marked += this.length
    this.#sifted = 0
    this.length = 0
  }
}
