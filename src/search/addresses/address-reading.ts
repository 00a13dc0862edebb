import type { NumberKind } from '../../text/address-text.ts'
import type { QueryItem } from './split-query.ts'

/** One way to understand the typed text. */
export interface AddressReading {
  /**
   * Folded words; postal codes and numbered districts as words of their own kind. The last one is the beginning of a
   * word.
   */
  readonly words: readonly string[]
  /** Words with diacritics, as they were typed. */
  readonly typed: readonly string[]
  readonly number: WantedNumber | null
  /** A word is a letter with a dot. */
  readonly hasInitial: boolean
  /** How unlikely the reading is. It is tried only if cheaper readings found nothing and equal ones too little. */
  readonly cost: number
  /** `name`: only the tier `exact` is tried. */
  readonly depth: 'name' | 'all'
  /** The okresy that were typed, as the register writes them; null if none was. */
  readonly counties: readonly string[] | null
  /** The last word, if it is a whole one: it was not typed, but is meant. */
  readonly wholeWord?: string
}

export interface WantedNumber {
  readonly number: number
  readonly suffix: string
  /** The number after the slash. */
  readonly second: { readonly number: number; readonly suffix: string } | null
  readonly kind: NumberKind
}

/** A query, and its usual readings in the order in which they are tried. */
export interface AddressQuery {
  /** What the items were read from. */
  readonly text: string
  readonly items: readonly QueryItem[]
  readonly readings: readonly AddressReading[]
  /** They are tried if the others find nothing: those with letters as digits typed without shift, or those without. */
  readonly later: readonly AddressReading[]
}
