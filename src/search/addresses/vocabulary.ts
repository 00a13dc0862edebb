import type { AddressIndex } from '../../engine/addresses/addresses.ts'
import type { Country } from '../../records/country.ts'
import { splitWords } from '../../text/words.ts'

/** An okres that has addresses. */
export interface County {
  /** As the register writes it. */
  readonly name: string
  readonly words: readonly string[]
}

/** Answers the questions of readings about the words of an index. */
export interface Vocabulary {
  readonly country: Country
  readonly counties: readonly County[]
  /** Whether a street or place has the word. It may be marked. */
  hasWord(word: string): boolean
}

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
}

export function listCounties(names: readonly string[]): County[] {
  return names.toSorted().map((name) => ({ name, words: splitWords(name).map(({ text }) => text) }))
}
