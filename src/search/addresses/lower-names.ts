import type { AddressIndex } from '../../engine/addresses/addresses.ts'

/** How many documents of a tier are tested for diacritics. A test may read the document's name. */
export const DIACRITICS_DOCUMENTS_MAX = 64

/** About fifty bytes each. */
const LOWER_NAMES = 1024

/** Names in lower case, the words after a space each, by the number of their text. */
export class LowerNames {
  readonly #index: AddressIndex
  readonly #numbers = new Uint32Array(LOWER_NAMES)
  readonly #names = new Array<string>(LOWER_NAMES).fill('')

  constructor(index: AddressIndex) {
    this.#index = index
  }

  /** Most names of a keystroke were read for the one before. */
  get(textNumber: number): string {
    const place = textNumber % LOWER_NAMES
    if (this.#numbers[place] !== textNumber) {
      this.#names[place] = spaceWords(this.#index.columns.poolText(textNumber))
      this.#numbers[place] = textNumber
    }
    return this.#names[place]!
  }

  /**
   * Whether each typed word begins a word of a document's name, or of its municipality's, with the typed diacritics.
   */
  match(document: number, typed: readonly string[]): boolean {
    const name = this.get(this.#index.nameNumberOf(document))
    let municipality: string | undefined
    for (const word of typed) {
      if (beginsWord(name, word)) continue
      municipality ??= this.get(this.#index.municipalityNumberOf(document))
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
