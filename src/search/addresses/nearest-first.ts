import { type AddressIndex, DEGREE, findUnorderedNames, NO_DEGREE } from '../../engine/addresses/addresses.ts'
import type { Visit, WordSearch } from '../../engine/engine.ts'
import { sortedIndexOf } from '../../stdx/sorted-search.ts'
import { createBandOf, FARTHEST_BAND, type Position } from './distance-bands.ts'

/**
 * How many positions are read for one unit of work. The budget covers all 250 000 streets and places.
 */
const POSITIONS_PER_WORK = 16

/** Sorts the documents of a tier by distance band, and within a band by rank. */
export class NearestFirst {
  readonly #index: AddressIndex
  readonly #words: WordSearch
  /** The documents of a tier, and their bands below. They grow to the largest tier so far. */
  #documents = new Uint32Array(1024)
  #bands = new Uint8Array(1024)

  constructor(index: AddressIndex, words: WordSearch) {
    this.#index = index
    this.#words = words
  }

  /** `visitAll` gives the order within a band. */
  visit(visitAll: (visit: Visit) => void, near: Position, visit: Visit): void {
    const bandOf = this.#bandsFrom(near)
    let count = 0
    visitAll((document) => {
      this.#note(count, document, bandOf(document))
      count += 1
      return true
    })
    for (let band = 0; band <= FARTHEST_BAND; band++) {
      for (let i = 0; i < count; i++) if (this.#bands[i] === band && !visit(this.#documents[i]!)) return
    }
  }

  /**
   * Visits the names that begin with these words. They may be a tenth of all documents, so only the bands that are
   * needed are sorted.
   */
  visitNamesByPrefix(words: readonly string[], near: Position, visit: Visit): void {
    const { own, others } = findUnorderedNames(this.#index.words, words)
    const count = own.length + others.length
    if (!this.#words.spend(Math.ceil(count / POSITIONS_PER_WORK))) return
    const bandOf = this.#bandsFrom(near)
    for (let i = 0; i < own.length; i++) this.#note(i, own[i]!, bandOf(own[i]!))
    for (let i = 0; i < others.length; i++) this.#note(own.length + i, others[i]!, bandOf(others[i]!))
    for (let band = 0; band <= FARTHEST_BAND; band++) {
      const byOwn = this.#sortedOf(band, 0, own.length)
      for (const document of byOwn) if (!visit(document)) return
      let last = -1
      for (const document of this.#sortedOf(band, own.length, count)) {
        if (document !== last && sortedIndexOf(byOwn, document) < 0 && !visit(document)) return
        last = document
      }
    }
  }

  #bandsFrom(near: Position): (document: number) => number {
    const { latitudes, longitudes } = this.#index
    const bandAt = createBandOf(near)
    return (document) => {
      const latitude = latitudes[document]!
      return latitude === NO_DEGREE ? FARTHEST_BAND : bandAt(latitude / DEGREE, longitudes[document]! / DEGREE)
    }
  }

  #note(at: number, document: number, band: number): void {
    if (at === this.#documents.length) this.#grow()
    this.#documents[at] = document
    this.#bands[at] = band
  }

  #grow(): void {
    const documents = new Uint32Array(2 * this.#documents.length)
    const bands = new Uint8Array(documents.length)
    documents.set(this.#documents)
    bands.set(this.#bands)
    this.#documents = documents
    this.#bands = bands
  }

  #sortedOf(band: number, from: number, to: number): Uint32Array {
    let count = 0
    for (let i = from; i < to; i++) if (this.#bands[i] === band) count += 1
    const sorted = new Uint32Array(count)
    for (let i = from, at = 0; at < count; i++) if (this.#bands[i] === band) sorted[at++] = this.#documents[i]!
    return sorted.sort()
  }
}
