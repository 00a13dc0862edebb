import { isShortWord, NO_NAME, SHORT_LETTERS, TERM, type WordIndex } from '../../engine/engine.ts'
import { isMarkedWord } from '../../text/address-words.ts'
import { editDistance, maxTypos, prefixEditDistance } from '../../text/edit-distance.ts'

/** A typed word that is no term. */
const NO_TERM = -1

interface TypedWord {
  /** The range of terms that begin with it. */
  readonly low: number
  readonly high: number
  readonly whole: number
}

export type IsTypo = (typed: string, own: string) => boolean

/** Work to compare a word by edit distance. */
const WORK_OF_TYPOS = 8

/**
 * Tells whether a typed word is in a document's own name, not only in the names of its surroundings. Only then are its
 * house numbers searched; otherwise "Košice 12" would find house 12 of every street in Košice. A whole word of the
 * surroundings is not a prefix of the name: "Jablonec nad Nisou 17" does not mean Nádražní there.
 */
export class NameMatcher {
  readonly #index: WordIndex
  readonly #words: readonly string[]
  readonly #typed: readonly TypedWord[]

  constructor(index: WordIndex, words: readonly string[]) {
    this.#index = index
    this.#words = words.filter((word) => !isMarkedWord(word))
    this.#typed = this.#words.flatMap((word) => {
      const range = { low: 0, high: 0 }
      if (!index.trie.findPrefix(word, range)) return []
      return [{ ...range, whole: index.trie.findWord(word, { low: 0, high: 0 }) ? range.low : NO_TERM }]
    })
  }

  /** A word of a name begins with a typed one. */
  matches(document: number): boolean {
    const { forward, forwardStarts } = this.#index
    for (let at = forwardStarts[document]!; at < forwardStarts[document + 1]!; at++) {
      const entry = forward[at]!
      if ((entry & NO_NAME) !== 0) continue
      const term = entry & TERM
      for (const { low, high, whole } of this.#typed) {
        if (low <= term && term < high && (term === whole || !this.#isAround(document, whole))) return true
      }
    }
    return false
  }

  /** The words of the surroundings are at the end of a document. A word of a name is not among them. */
  #isAround(document: number, term: number): boolean {
    const { forward, forwardStarts } = this.#index
    for (let at = forwardStarts[document + 1]! - 1; forwardStarts[document]! <= at; at--) {
      const entry = forward[at]!
      if ((entry & NO_NAME) === 0) return false
      if ((entry & TERM) === term) return true
    }
    return false
  }

  /** The same with typos. `isTypo` compares a typed word with a word of a name. */
  matchesWithTypos(document: number, isTypo: IsTypo, budget: { spend(work: number): boolean }): boolean {
    if (this.matches(document)) return true
    const { forward, forwardStarts, trie } = this.#index
    const words = this.#words.filter((word) => {
      const range = { low: 0, high: 0 }
      return !trie.findWord(word, range) || !this.#isAround(document, range.low)
    })
    for (let at = forwardStarts[document]!; at < forwardStarts[document + 1]!; at++) {
      const entry = forward[at]!
      if ((entry & NO_NAME) !== 0) continue
      if (!budget.spend(WORK_OF_TYPOS)) return false
      if (trie.termCount <= (entry & TERM)) continue
      const own = trie.termText(entry & TERM)
      if (words.some((word) => isTypo(word, own))) return true
    }
    return false
  }
}

/** The rule of `visitWithTypos`: typos in the leading letters a–z. */
export function isTypoOfBeginning(typed: string, own: string): boolean {
  const plain = /^[a-z]*/.exec(own)![0]
  const allowed = maxTypos(typed)
  return 0 < allowed && prefixEditDistance(typed, plain, allowed) <= allowed
}

/** The rule of `visitWithShortTypo`: a short word stands for a whole word. */
export function isTypoOfShort(typed: string, own: string): boolean {
  if (own.length < SHORT_LETTERS || !/^[a-z]+$/.test(own)) return false
  return isShortWord(typed) && editDistance(typed, own, 1) <= 1
}
