import { NAME_END, NO_NAME, TERM, type WordIndex, type WordSearch } from '../../engine/engine.ts'
import { isMarked } from '../../text/address-words.ts'

/** Of the documents that have all words the first so many are looked at for covered names: a city has thousands of streets with "n". */
export const COVERED_DOCUMENTS_MAX = 256

/** Documents that have all words and a covered name, in rank order. */
export function visitCovered(search: WordSearch, words: readonly string[], visit: (document: number) => boolean): void {
  const names = new CoveredNames(search.index, words)
  let left = COVERED_DOCUMENTS_MAX
  search.allWords(words, (document) => {
    left -= 1
    return (!names.areIn(document) || visit(document)) && 0 < left
  })
}

/**
 * Whether one of a document's names, its own or another writing of it, has no word that was not typed: "karlin praha" is Karlín in Praha, and not the
 * streets there. Typed words count whole: what a beginning stands for is not known yet.
 */
class CoveredNames {
  readonly #index: WordIndex
  readonly #terms: readonly number[]

  constructor(index: WordIndex, words: readonly string[]) {
    this.#index = index
    const range = { low: 0, high: 0 }
    this.#terms = words.flatMap((word) => (!isMarked(word) && index.trie.equalTo(word, range) ? [range.low] : []))
  }

  areIn(document: number): boolean {
    const { forward, forwardStarts } = this.#index
    const end = forwardStarts[document + 1]!
    let isCovered = true
    for (let at = forwardStarts[document]!; at < end; at++) {
      const entry = forward[at]!
      if ((entry & NO_NAME) !== 0) return false
      isCovered = isCovered && this.#terms.includes(entry & TERM)
      if ((entry & NAME_END) === 0) continue
      if (isCovered) return true
      isCovered = true
    }
    return false
  }
}
