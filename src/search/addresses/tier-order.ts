import type { AddressIndex } from '../../engine/addresses/addresses.ts'
import type { Visit, WordSearch } from '../../engine/engine.ts'
import type { AddressReading } from './address-reading.ts'
import type { AddressTier, TierInput } from './address-tiers.ts'
import { AllWords } from './all-words.ts'
import type { Position } from './distance-bands.ts'
import { LowerNames } from './lower-names.ts'
import { NearestFirst } from './nearest-first.ts'

/** How many documents of a tier are tested for diacritics. A test may read the document's name. */
const DIACRITICS_DOCUMENTS_MAX = 64

interface Visitor {
  /** Documents that are not wanted are neither compared nor visited. */
  readonly isWanted?: (document: number) => boolean
  readonly visit: Visit
}

const isAny = (): boolean => true

/**
 * Orders the documents of a tier: nearer ones first, if there is a position, and those with the typed diacritics first.
 */
export class TierOrder {
  readonly #names: LowerNames
  readonly #input: TierInput
  readonly #nearest: NearestFirst

  constructor(index: AddressIndex, words: WordSearch) {
    this.#names = new LowerNames(index)
    this.#input = { search: words, allWords: new AllWords(words) }
    this.#nearest = new NearestFirst(index, words)
  }

  /** Visits the documents that are wanted, until `visit` has enough. */
  visit(
    tier: AddressTier,
    { words, typed }: Pick<AddressReading, 'words' | 'typed'>,
    near: Position | undefined,
    { isWanted = isAny, visit }: Visitor,
  ): void {
    const inOrder = (next: Visit): void => {
      if (near === undefined) tier.visit(this.#input, words, next)
      else if (tier.name === 'begins') this.#nearest.visitNamesByPrefix(words, near, next)
      else this.#nearest.visit((all) => tier.visit(this.#input, words, all), near, next)
    }
    if (typed.length !== 0) this.#typedFirst(inOrder, typed, { isWanted, visit })
    else inOrder((document) => !isWanted(document) || visit(document))
  }

  /** Documents with the typed diacritics precede others among the first ones. */
  #typedFirst(inOrder: (visit: Visit) => void, typed: readonly string[], { isWanted, visit }: Required<Visitor>): void {
    const others: number[] = []
    let tested = 0
    let wantsMore = true
    const visitOthers = (): void => {
      for (let i = 0; i < others.length && wantsMore; i++) wantsMore = visit(others[i]!)
      others.length = 0
    }
    inOrder((document) => {
      if (DIACRITICS_DOCUMENTS_MAX <= tested) return !isWanted(document) || visit(document)
      tested += 1
      if (isWanted(document)) {
        if (this.#names.match(document, typed)) wantsMore = visit(document)
        else others.push(document)
      }
      if (tested === DIACRITICS_DOCUMENTS_MAX) visitOthers()
      return wantsMore
    })
    visitOthers()
  }
}
