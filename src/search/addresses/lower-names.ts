import type { AddressIndex } from '../../engine/addresses/addresses.ts'
import { RecentValues } from '../../stdx/recent-values.ts'

/** About fifty bytes each. */
const LOWER_NAMES = 1024

/** Names in lower case, the words after a space each, by the number of their text. */
export class LowerNames {
  readonly #index: AddressIndex
  /** Most names of a keystroke were read for the one before. */
  readonly #names: RecentValues<string>

  constructor(index: AddressIndex) {
    this.#index = index
    this.#names = new RecentValues(LOWER_NAMES, (number) => spaceWords(index.columns.poolText(number)))
  }

  /**
   * Whether each typed word begins a word of a document's name, or of its municipality's, with the typed diacritics.
   */
  match(document: number, typed: readonly string[]): boolean {
    const name = this.#names.get(this.#index.nameNumberOf(document))
    let municipality: string | undefined
    for (const word of typed) {
      if (beginsWord(name, word)) continue
      municipality ??= this.#names.get(this.#index.municipalityNumberOf(document))
      if (!beginsWord(municipality, word)) return false
    }
    return true
  }
}

function beginsWord(name: string, word: string): boolean {
  for (let at = name.indexOf(word); 0 < at; at = name.indexOf(word, at + 1)) if (name[at - 1] === ' ') return true
  return false
}

function spaceWords(name: string): string {
  return ` ${name.normalize('NFC').toLowerCase().replace(NOT_OF_WORDS, ' ')}`
}

const NOT_OF_WORDS = /[^\p{L}\p{N}\p{M}]+/gu
