import type { Visit, WordSearch } from '../../engine/engine.ts'
import { BEGINS_OTHER, BEGINS_OWN, COVERED, EXACT_OTHER, EXACT_OWN, NameComparison } from './name-comparison.ts'

/**
 * Of the documents that have all words the first so many are looked at for covered names: a city has thousands of streets with "n". A part of p points
 * in a city of m comes after its streets of more than p²/m points, which are fewer than m/p; and of ten points a street it has p/10: of 130 000 points,
 * Praha, after 114 at most. If fewer have all words, all tiers are made of them.
 */
export const COVERED_DOCUMENTS_MAX = 128

/**
 * The tiers without typos but for the last one. Whatever has its name from the typed words has all of them, so these tiers are parts of `words`; and a
 * street, a number and a town are in few documents. So the words are looked for once, and the tiers told apart by the documents' names. Where they
 * are in many, each tier asks for itself.
 */
export class AllWords {
  readonly #search: WordSearch
  #words: readonly string[] | undefined
  /** In rank order. */
  #documents: number[] = []
  #ways: number[] = []

  constructor(search: WordSearch) {
    this.#search = search
  }

  visitExact(words: readonly string[], visit: Visit): void {
    if (this.#areFew(words)) this.#visitNamed(EXACT_OWN, EXACT_OTHER, visit)
    else this.#search.visitExactNames(words, visit)
  }

  visitBeginning(words: readonly string[], visit: Visit): void {
    if (this.#areFew(words)) this.#visitNamed(BEGINS_OWN, BEGINS_OTHER, visit)
    else this.#search.visitNamesByPrefix(words, visit)
  }

  /** A covered name of one word begins with it, so it was visited. */
  visitCovered(words: readonly string[], visit: Visit): void {
    if (words.length === 1) return
    this.#meet(words)
    this.#visitNamed(COVERED, COVERED, visit)
  }

  visitAll(words: readonly string[], visit: Visit): void {
    if (!this.#areFew(words)) this.#search.visitAllWords(words, visit)
    else for (const document of this.#documents) if (!visit(document)) return
  }

  #areFew(words: readonly string[]): boolean {
    if (words.length === 1) return false
    this.#meet(words)
    return this.#documents.length < COVERED_DOCUMENTS_MAX
  }

  /** Once for a reading: its list of words is its own. */
  #meet(words: readonly string[]): void {
    if (this.#words === words) return
    this.#words = words
    const documents: number[] = []
    this.#search.visitAllWords(words, (document) => documents.push(document) < COVERED_DOCUMENTS_MAX)
    this.#documents = documents
    if (documents.length === 0) return
    const names = new NameComparison(this.#search.index, words)
    this.#ways = documents.map((document) => names.compareNames(document))
  }

  /** Those with one way, then those that have only the other. */
  #visitNamed(first: number, second: number, visit: Visit): void {
    const documents = this.#documents
    const nameMatches = this.#ways
    for (let i = 0; i < documents.length; i++) if ((nameMatches[i]! & first) !== 0 && !visit(documents[i]!)) return
    if (second === first) return
    for (let i = 0; i < documents.length; i++) {
      if ((nameMatches[i]! & (first | second)) === second && !visit(documents[i]!)) return
    }
  }
}
