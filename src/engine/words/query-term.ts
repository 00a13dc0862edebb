import { addWordBits, type BloomSignature } from './bloom-signature.ts'
import { TERM, type WordIndex } from './word-index.ts'

/** One word of a query: the terms that it may mean, as disjoint ascending term ranges. */
export class QueryTerm {
  #bounds = new Uint32Array(16)
  rangeCount = 0
  /** How many terms it may mean. */
  termCount = 0
  /** How many postings all its terms have together. */
  postingCount = 0
  /** The bits that every document with one of its terms has. */
  readonly signature: BloomSignature = { low: 0, high: 0 }

  clear(): void {
    this.rangeCount = 0
    this.termCount = 0
    this.postingCount = 0
    this.signature.low = 0
    this.signature.high = 0
  }

  /** Declares that every term begins with this word, apart from a mark. */
  addPrefixBits(word: string): void {
    addWordBits(this.signature, word)
  }

  addRange(index: WordIndex, low: number, high: number): void {
    if (2 * this.rangeCount === this.#bounds.length) {
      const larger = new Uint32Array(2 * this.#bounds.length)
      larger.set(this.#bounds)
      this.#bounds = larger
    }
    this.#bounds[2 * this.rangeCount] = low
    this.#bounds[2 * this.rangeCount + 1] = high
    this.rangeCount += 1
    this.termCount += high - low
    this.postingCount += index.postings.starts[high]! - index.postings.starts[low]!
  }

  /** Whether it may mean the same terms. */
  equals(other: QueryTerm): boolean {
    if (this.postingCount !== other.postingCount || this.rangeCount !== other.rangeCount) return false
    for (let i = 0; i < 2 * this.rangeCount; i++) if (this.#bounds[i] !== other.#bounds[i]) return false
    return true
  }

  /** Becomes the same terms. */
  copy(other: QueryTerm): void {
    if (this.#bounds.length < other.#bounds.length) this.#bounds = new Uint32Array(other.#bounds.length)
    for (let i = 0; i < 2 * other.rangeCount; i++) this.#bounds[i] = other.#bounds[i]!
    this.rangeCount = other.rangeCount
    this.termCount = other.termCount
    this.postingCount = other.postingCount
    this.signature.low = other.signature.low
    this.signature.high = other.signature.high
  }

  low(range: number): number {
    return this.#bounds[2 * range]!
  }

  high(range: number): number {
    return this.#bounds[2 * range + 1]!
  }

  /** The postings of a single term are sorted. */
  get isOneTerm(): boolean {
    return this.termCount === 1
  }

  /** Whether the document has one of the terms. */
  isInDocument(index: WordIndex, document: number): boolean {
    const { forward, forwardStarts } = index
    const end = forwardStarts[document + 1]!
    const bounds = this.#bounds
    const low = bounds[0]!
    const high = bounds[1]!
    // Most words mean one range of terms, or the same one after a mark too.
    const isSecond = 1 < this.rangeCount
    const low2 = isSecond ? bounds[2]! : low
    const high2 = isSecond ? bounds[3]! : high
    const areMore = 2 < this.rangeCount
    for (let at = forwardStarts[document]!; at < end; at++) {
      const term = forward[at]! & TERM
      if ((low <= term && term < high) || (low2 <= term && term < high2)) return true
      if (areMore && high2 <= term && this.has(term)) return true
    }
    return false
  }

  /** Whether the word may mean the term. */
  has(term: number): boolean {
    let from = 0
    let to = this.rangeCount
    while (from < to) {
      const middle = (from + to) >>> 1
      if (this.high(middle) <= term) from = middle + 1
      else to = middle
    }
    return from < this.rangeCount && this.low(from) <= term
  }
}
