import {
  type AddressIndex,
  DEGREE,
  NO_DEGREE,
  namesStartingWithInAnyOrder,
  type Visit,
  type WordSearch,
} from '../../engine/engine.ts'
import { sortedIndexOf } from '../../stdx/sorted-search.ts'
import { createBandOf, FARTHEST_BAND, type Position } from './distance-bands.ts'

/** Reading a position costs a fraction of a look at a document's words: all 250 000 streets and places are within the budget. */
const POSITIONS_PER_WORK = 16

/** Puts the documents of a tier in order of their nearness; those of a band stay in rank order. */
export class NearestFirst {
  readonly #index: AddressIndex
  readonly #words: WordSearch
  /** Of one tier: which documents, and in which band. Grown to the greatest tier that was asked for. */
  #documents = new Uint32Array(1024)
  #bands = new Uint8Array(1024)

  constructor(index: AddressIndex, words: WordSearch) {
    this.#index = index
    this.#words = words
  }

  /** `visitAll` visits in the order that those of one band keep. */
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

  /** The tier of names that begin with these words. It may be a tenth of all, so it is read as it stands, and only bands that are needed are sorted. */
  visitNamesByPrefix(words: readonly string[], near: Position, visit: Visit): void {
    const { own, others } = namesStartingWithInAnyOrder(this.#index.words, words)
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
