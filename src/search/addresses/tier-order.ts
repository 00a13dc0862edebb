import type { AddressIndex } from '../../engine/addresses/addresses.ts'
import type { Visit, WordSearch } from '../../engine/engine.ts'
import type { AddressReading } from './address-reading.ts'
import type { AddressTier, TierInput } from './address-tiers.ts'
import { AllWords } from './all-words.ts'
import { DIACRITICS_DOCUMENTS_MAX, DiacriticsMatcher } from './diacritics-matcher.ts'
import type { Position } from './distance-bands.ts'
import { NearestFirst } from './nearest-first.ts'

/**
 * Orders the documents of a tier: nearer ones first, if there is a position, and those with the typed diacritics first.
 */
export class TierOrder {
  readonly #index: AddressIndex
  readonly #input: TierInput
  readonly #nearest: NearestFirst

  constructor(index: AddressIndex, words: WordSearch) {
    this.#index = index
    this.#input = { search: words, allWords: new AllWords(words) }
    this.#nearest = new NearestFirst(index, words)
  }

  /** Visits until `visit` has enough. */
  visit(
    tier: AddressTier,
    { words, typed }: Pick<AddressReading, 'words' | 'typed'>,
    near: Position | undefined,
    visit: Visit,
  ): void {
    const inOrder = (next: Visit): void => {
      if (near === undefined) tier.visit(this.#input, words, next)
      else if (tier.name === 'begins') this.#nearest.visitNamesByPrefix(words, near, next)
      else this.#nearest.visit((all) => tier.visit(this.#input, words, all), near, next)
    }
    if (typed.length === 0) inOrder(visit)
    else this.#typedFirst(inOrder, typed, visit)
  }

  #typedFirst(inOrder: (visit: Visit) => void, typed: readonly string[], visit: Visit): void {
    const held: number[] = []
    let isFlushed = false
    let wantsMore = true
    const flush = (): void => {
      isFlushed = true
      // A single document needs no order, and reading names is slow.
      if (held.length === 1) {
        wantsMore = visit(held[0]!)
        return
      }
      const diacritics = new DiacriticsMatcher(this.#index, typed)
      const exact = held.map((document) => diacritics.matches(document))
      for (const wanted of [true, false]) {
        for (let i = 0; i < held.length && wantsMore; i++) if (exact[i] === wanted) wantsMore = visit(held[i]!)
      }
    }
    inOrder((document) => {
      if (isFlushed) return visit(document)
      held.push(document)
      if (held.length === DIACRITICS_DOCUMENTS_MAX) flush()
      return wantsMore
    })
    if (!isFlushed) flush()
  }
}
