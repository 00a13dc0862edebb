import type { AddressIndex } from '../../engine/addresses/addresses.ts'

/** How many documents of a tier are tested for diacritics. A test may read the document's name. */
export const DIACRITICS_DOCUMENTS_MAX = 64

/**
 * Whether each typed word begins a word of a document's name, or of its municipality's, with the typed diacritics. Many
 * documents share a name ("Hlavná"), so it is read once.
 */
export class DiacriticsMatcher {
  readonly #index: AddressIndex
  readonly #typed: readonly string[]
  /** A bit for each typed word, by the number of the text. */
  readonly #found = new Map<number, number>()

  constructor(index: AddressIndex, typed: readonly string[]) {
    this.#index = index
    this.#typed = typed
  }

  matches(document: number): boolean {
    const all = (1 << this.#typed.length) - 1
    const inName = this.#bitsOf(this.#index.nameNumberOf(document))
    return inName === all || (inName | this.#bitsOf(this.#index.municipalityNumberOf(document))) === all
  }

  #bitsOf(textNumber: number): number {
    let bits = this.#found.get(textNumber)
    if (bits === undefined) {
      bits = matchWords(this.#index.columns.poolText(textNumber), this.#typed)
      this.#found.set(textNumber, bits)
    }
    return bits
  }
}

function matchWords(name: string, typed: readonly string[]): number {
  const words = name.normalize('NFC').toLowerCase().split(NOT_OF_WORDS)
  return typed.reduce((bits, word, i) => (words.some((one) => one.startsWith(word)) ? bits | (1 << i) : bits), 0)
}

const NOT_OF_WORDS = /[^\p{L}\p{N}\p{M}]+/u
