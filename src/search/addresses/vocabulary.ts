import type { AddressIndex } from '../../engine/addresses/addresses.ts'
import { TERM } from '../../engine/engine.ts'
import type { Country } from '../../records/country.ts'
import { splitWords } from '../../text/words.ts'

/** An okres that has addresses. */
export interface County {
  /** As the register writes it. */
  readonly name: string
  readonly words: readonly string[]
}

/** A word, and how many streets and places have it. */
export interface CountedWord {
  readonly word: string
  readonly documents: number
}

/** Answers the questions of readings about the words of an index. */
export interface Vocabulary {
  readonly country: Country
  readonly counties: readonly County[]
  /** Whether a street or place has the word. It may be marked. */
  hasWord(word: string): boolean
  hasBeginning(beginning: string): boolean
  /** Whether the name of a street has the word with a dot: "Svat. Čecha". */
  isAbbreviation(word: string): boolean
  /** Whether the name of a place begins with the word. */
  beginsPlace(word: string): boolean
  /** Words of so many letters at most. */
  wordsBeginning(beginning: string, lettersMax: number): readonly CountedWord[]
}

/** Few beginnings of three letters have more. */
const TERMS_MAX = 4096
/** How many streets with a word are read to find it with a dot. */
const DOTTED_STREETS_MAX = 256

export class IndexVocabulary implements Vocabulary {
  readonly #index: AddressIndex
  #counties: readonly County[] | undefined

  constructor(index: AddressIndex) {
    this.#index = index
  }

  get country(): Country {
    return this.#index.columns.country
  }

  /** Read when it is first needed, because most queries name none. */
  get counties(): readonly County[] {
    this.#counties ??= listCounties(this.#index.columns.listPlaceTexts('county'))
    return this.#counties
  }

  hasWord(word: string): boolean {
    return 0 <= this.#index.words.trie.termOf(word)
  }

  hasBeginning(beginning: string): boolean {
    return this.#index.words.trie.findPrefix(beginning, { low: 0, high: 0 })
  }

  isAbbreviation(word: string): boolean {
    const { trie, postings } = this.#index.words
    const term = trie.termOf(word)
    if (term < 0) return false
    const start = postings.starts[term]!
    const end = Math.min(postings.starts[term + 1]!, start + DOTTED_STREETS_MAX)
    for (let at = start; at < end; at++) {
      const document = postings.documents[at]!
      if (this.#index.kindOf(document) !== 'street') continue
      const name = this.#index.columns.poolText(this.#index.nameNumberOf(document))
      if (splitWords(name).some((own) => own.text === word && name[own.end] === '.')) return true
    }
    return false
  }

  beginsPlace(word: string): boolean {
    const { trie, postings, forward, forwardStarts } = this.#index.words
    const term = trie.termOf(word)
    if (term < 0) return false
    for (let at = postings.starts[term]!; at < postings.starts[term + 1]!; at++) {
      const document = postings.documents[at]!
      if (this.#index.kindOf(document) === 'street') continue
      if ((forward[forwardStarts[document]!]! & TERM) === term) return true
    }
    return false
  }

  wordsBeginning(beginning: string, lettersMax: number): readonly CountedWord[] {
    const { trie, postings } = this.#index.words
    const range = { low: 0, high: 0 }
    if (!trie.findPrefix(beginning, range)) return []
    const found: CountedWord[] = []
    const end = Math.min(range.high, range.low + TERMS_MAX)
    for (let term = range.low; term < end; term++) {
      if (lettersMax < trie.termBytes(term)) continue
      found.push({ word: trie.termText(term), documents: postings.starts[term + 1]! - postings.starts[term]! })
    }
    return found
  }
}

export function listCounties(names: readonly string[]): County[] {
  return names.toSorted().map((name) => ({ name, words: splitWords(name).map(({ text }) => text) }))
}
