import { assert } from '../../stdx/assert.ts'
import type { RangeMinimum } from './range-minimum.ts'

/** The sorted documents of each term. */
export interface Postings {
  readonly starts: Uint32Array
  readonly documents: Uint32Array
}

/**
 * Each range and each document taken costs work and adds at most two entries. This is three times what the work budget
 * allows.
 */
const HEAP_MAX = 1 << 15

/**
 * Merges the documents of several ranges in ascending order and reads only those that are taken. A range is either of
 * an array with a range minimum (sorted names, sorted numbers) or of terms. The value of a term is its first document;
 * after it come the term's other postings.
 *
 *     heap: (minimum document, range) or (next document, position in the postings)
 *     take the minimum; a range is split into the parts left and right of it, and the term's other postings
 */
export class KWayMerge {
  readonly #documents = new Uint32Array(HEAP_MAX)
  /** The position of the document in the array or in the postings. */
  readonly #places = new Uint32Array(HEAP_MAX)
  readonly #lows = new Uint32Array(HEAP_MAX)
  readonly #highs = new Uint32Array(HEAP_MAX)
  #size = 0
  #rangeMinimum: RangeMinimum | undefined
  #postings: Postings | undefined

  begin(rangeMinimum: RangeMinimum, postings?: Postings): void {
    this.#size = 0
    this.#rangeMinimum = rangeMinimum
    this.#postings = postings
  }

  addRange(low: number, high: number): void {
    if (high <= low) return
    const place = this.#rangeMinimum!.indexOfMinimum(low, high)
    this.#push(this.#rangeMinimum!.values[place]!, place, low, high)
  }

  /** Returns the next document, or -1 at the end. A document of several ranges comes several times in a row. */
  take(): number {
    if (this.#size === 0) return -1
    const document = this.#documents[0]!
    const place = this.#places[0]!
    const low = this.#lows[0]!
    const high = this.#highs[0]!
    this.#popTop()
    if (low === POSTINGS) this.#goOn(place + 1, high)
    else {
      this.addRange(low, place)
      this.addRange(place + 1, high)
      const postings = this.#postings
      if (postings !== undefined) this.#goOn(postings.starts[place]! + 1, postings.starts[place + 1]!)
    }
    return document
  }

  #goOn(place: number, end: number): void {
    if (place < end) this.#push(this.#postings!.documents[place]!, place, POSTINGS, end)
  }

  #push(document: number, place: number, low: number, high: number): void {
    assert(this.#size < HEAP_MAX, 'the budget of a query ends before the heap is full')
    let at = this.#size++
    while (0 < at) {
      const parent = (at - 1) >>> 1
      if (this.#documents[parent]! <= document) break
      this.#move(parent, at)
      at = parent
    }
    this.#set(at, document, place, low, high)
  }

  #popTop(): void {
    const last = --this.#size
    if (last === 0) return
    const document = this.#documents[last]!
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (last <= child) break
      if (child + 1 < last && this.#documents[child + 1]! < this.#documents[child]!) child += 1
      if (document <= this.#documents[child]!) break
      this.#move(child, at)
      at = child
    }
    this.#set(at, document, this.#places[last]!, this.#lows[last]!, this.#highs[last]!)
  }

  #move(from: number, to: number): void {
    this.#set(to, this.#documents[from]!, this.#places[from]!, this.#lows[from]!, this.#highs[from]!)
  }

  #set(at: number, document: number, place: number, low: number, high: number): void {
    this.#documents[at] = document
    this.#places[at] = place
    this.#lows[at] = low
    this.#highs[at] = high
  }
}

/** The value of `low` in an entry of postings. */
const POSTINGS = 0xffff_ffff
