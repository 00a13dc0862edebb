import type { WordIndex } from './word-index.ts'

/** One word of a query as the stretches of terms that it may mean, ascending, apart from each other. */
export class Operand {
  #bounds: Uint32Array
  stretches = 0
  /** How many postings all its terms have. */
  postings = 0

  constructor(stretchesMax: number) {
    this.#bounds = new Uint32Array(2 * stretchesMax)
  }

  low(stretch: number): number {
    return this.#bounds[2 * stretch]!
  }

  high(stretch: number): number {
    return this.#bounds[2 * stretch + 1]!
  }

  /** A single term: its postings are in order as they are. */
  get isOneTerm(): boolean {
    return this.stretches === 1 && this.high(0) - this.low(0) === 1
  }

  clear(): void {
    this.stretches = 0
    this.postings = 0
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
    this.postings += index.postings.starts[high]! - index.postings.starts[low]!
  }

  has(term: number): boolean {
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
