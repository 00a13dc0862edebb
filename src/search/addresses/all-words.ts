import type { Visit, WordSearch } from '../../engine/engine.ts'
import { BEGINS_OTHER, BEGINS_OWN, COVERED, EXACT_OTHER, EXACT_OWN, NameComparison } from './name-comparison.ts'

/**
 * How many documents that have all words are tested for covered names. A city has thousands of streets with "n". A part
 * of p points in a city of m comes after its streets of more than p²/m points, which are fewer than m/p; and of ten
 * points a street it has p/10: of 130 000 points, Praha, after 114 at most. If fewer documents have all words, all
 * tiers are computed from them.
 */
export const COVERED_DOCUMENTS_MAX = 128

/** Thousands of documents have a word with such a beginning, and names that begin with all words are often enough. */
const SHORT_BEGINNING = 1

/**
 * The tiers `exact`, `begins`, `covered` and `words`. The first three are subsets of `words`, and a street with a town
 * is in few documents. So the documents with all words are found once and divided into tiers by their names. If there
 * are many, each tier searches for itself, and so do the first tiers if the last word has one letter.
 */
export class AllWords {
  readonly #search: WordSearch
  #words: readonly string[] | undefined
  /** In rank order. */
  #documents: number[] = []
  #nameMatches: number[] = []

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

  /** A covered name of one word is found by `visitBeginning`. */
  visitCovered(words: readonly string[], visit: Visit): void {
    if (words.length === 1) return
    this.#findDocuments(words)
    this.#visitNamed(COVERED, COVERED, visit)
  }

  visitAll(words: readonly string[], visit: Visit): void {
    if (!this.#areFew(words)) this.#search.visitAllWords(words, visit)
    else for (const document of this.#documents) if (!visit(document)) return
  }

  #areFew(words: readonly string[]): boolean {
    if (words.length === 1) return false
    if (this.#words !== words && words.at(-1)!.length <= SHORT_BEGINNING) return false
    this.#findDocuments(words)
    return this.#documents.length < COVERED_DOCUMENTS_MAX
  }

  /** Runs once per reading, which is recognised by its list of words. */
  #findDocuments(words: readonly string[]): void {
    if (this.#words === words) return
    this.#words = words
    const documents: number[] = []
    this.#search.visitAllWords(words, (document) => documents.push(document) < COVERED_DOCUMENTS_MAX)
    this.#documents = documents
    if (documents.length === 0) return
    const names = new NameComparison(this.#search.index, words)
    this.#nameMatches = documents.map((document) => names.compareNames(document))
  }

  /** Visits documents with the first match, then those with only the second. */
  #visitNamed(first: number, second: number, visit: Visit): void {
    const documents = this.#documents
    const nameMatches = this.#nameMatches
    for (let i = 0; i < documents.length; i++) if ((nameMatches[i]! & first) !== 0 && !visit(documents[i]!)) return
    if (second === first) return
    for (let i = 0; i < documents.length; i++) {
      if ((nameMatches[i]! & (first | second)) === second && !visit(documents[i]!)) return
    }
  }
}
