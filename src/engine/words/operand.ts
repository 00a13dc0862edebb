import { addWordBits, type Signature } from './signature.ts'
import { TERM, type WordIndex } from './word-index.ts'

/** One word of a query as the stretches of terms that it may mean, ascending, apart from each other. */
export class Operand {
  #bounds = new Uint32Array(16)
  stretches = 0
  /** How many terms it may mean. */
  terms = 0
  /** How many postings all its terms have. */
  postings = 0
  /** Bits that every document with one of its terms has. */
  readonly signature: Signature = { low: 0, high: 0 }

  clear(): void {
    this.stretches = 0
    this.terms = 0
    this.postings = 0
    this.signature.low = 0
    this.signature.high = 0
  }

  /** Every term of it is this word or begins with it, but for a mark. */
  allBeginWith(word: string): void {
    addWordBits(this.signature, word)
  }

  add(index: WordIndex, low: number, high: number): void {
    if (2 * this.stretches === this.#bounds.length) {
      const larger = new Uint32Array(2 * this.#bounds.length)
      larger.set(this.#bounds)
      this.#bounds = larger
    }
    this.#bounds[2 * this.stretches] = low
    this.#bounds[2 * this.stretches + 1] = high
    this.stretches += 1
    this.terms += high - low
    this.postings += index.postings.starts[high]! - index.postings.starts[low]!
  }

  low(stretch: number): number {
    return this.#bounds[2 * stretch]!
  }

  high(stretch: number): number {
    return this.#bounds[2 * stretch + 1]!
  }

  /** A single term: its postings are in order as they are. */
  get isOneTerm(): boolean {
    return this.terms === 1
  }

  /** Whether one of the document's words is a term of it. */
  isIn(index: WordIndex, document: number): boolean {
    const { forward, forwardStarts } = index
    const end = forwardStarts[document + 1]!
    const low = this.#bounds[0]!
    const high = this.#bounds[1]!
    for (let at = forwardStarts[document]!; at < end; at++) {
      const term = forward[at]! & TERM
      if ((low <= term && term < high) || (1 < this.stretches && this.#has(term))) return true
    }
    return false
  }

  #has(term: number): boolean {
    let from = 0
    let to = this.stretches
    while (from < to) {
      const middle = (from + to) >>> 1
      if (this.high(middle) <= term) from = middle + 1
      else to = middle
    }
    return from < this.stretches && this.low(from) <= term
  }
}
