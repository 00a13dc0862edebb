import { NAME_END, NO_NAME, TERM, type WordIndex } from '../../engine/engine.ts'

/** How the names of a document match the typed words, as bits: the own name or another spelling equals them. */
export const EXACT_OWN = 1
export const EXACT_OTHER = 2
/** The own name or another spelling begins with them; the last word may be unfinished. */
export const BEGINS_OWN = 4
export const BEGINS_OTHER = 8
/**
 * Every word of a name was typed: "karlin praha" is Karlín in Praha, not the streets there. An unfinished word does not
 * count.
 */
export const COVERED = 16

/** Compares the names of documents with typed words that the documents have. */
export class NameComparison {
  readonly #index: WordIndex
  /** The term of each word; for the last word, the first term that begins with it. */
  readonly #terms: readonly number[]
  readonly #last = { low: 0, high: 0 }
  readonly #isLastWhole: boolean

  constructor(index: WordIndex, words: readonly string[]) {
    this.#index = index
    const { trie } = index
    const range = { low: 0, high: 0 }
    this.#terms = words.map((word) => (trie.findPrefix(word, range) ? range.low : -1))
    trie.findPrefix(words.at(-1)!, this.#last)
    this.#isLastWhole = trie.findWord(words.at(-1)!, range)
  }

  compareNames(document: number): number {
    const { forward, forwardStarts } = this.#index
    const end = forwardStarts[document + 1]!
    let matches = 0
    let isOwn = true
    let start = forwardStarts[document]!
    for (let at = start; at < end; at++) {
      const entry = forward[at]!
      if ((entry & NO_NAME) !== 0) break
      if ((entry & NAME_END) === 0) continue
      matches |= this.#compareName(start, at + 1, isOwn)
      isOwn = false
      start = at + 1
    }
    return matches
  }

  /** Compares the name at [start, end) of the forward records. */
  #compareName(start: number, end: number, isOwn: boolean): number {
    const { forward } = this.#index
    const terms = this.#terms
    const last = terms.length - 1
    let same = 0
    let isCovered = true
    for (let at = start; at < end; at++) {
      const term = forward[at]! & TERM
      if (at - start === same && same < last && term === terms[same]) same += 1
      isCovered = isCovered && this.#isTyped(term)
    }
    let matches = isCovered ? COVERED : 0
    if (same < last || end - start <= last) return matches
    const term = forward[start + last]! & TERM
    if (this.#last.low <= term && term < this.#last.high) matches |= isOwn ? BEGINS_OWN : BEGINS_OTHER
    if (this.#isLastWhole && term === this.#last.low && end - start === terms.length)
      matches |= isOwn ? EXACT_OWN : EXACT_OTHER
    return matches
  }

  #isTyped(term: number): boolean {
    const typed = this.#isLastWhole ? this.#terms.length : this.#terms.length - 1
    for (let i = 0; i < typed; i++) if (this.#terms[i] === term) return true
    return false
  }
}
