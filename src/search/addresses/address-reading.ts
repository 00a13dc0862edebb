import type { NumberKind } from '../../text/number-labels.ts'

/** One way to understand what was typed. */
export interface AddressReading {
  /**
   * Folded words; postal codes and numbered districts as words of their own kind. The last one is the beginning of a word.
   */
  readonly words: readonly string[]
  /** Words with diacritics, as they were typed. */
  readonly typed: readonly string[]
  readonly number: WantedNumber | null
  /** How unlikely it is. A reading is asked only while less costly ones found nothing, and equal ones too little. */
  readonly cost: number
  /** `name`: only a name that is exactly these words is worth anything. */
  readonly depth: 'name' | 'all'
}

export interface WantedNumber {
  readonly number: number
  readonly suffix: string
  /** What stands after the slash. */
  readonly second: { readonly number: number; readonly suffix: string } | null
  readonly kind: NumberKind
}

/** The readings of a query in the order in which they are asked. */
export interface AddressQuery {
  readonly readings: readonly AddressReading[]
  /** With the last letters read as digits that were typed without shift: asked when the others find nothing. */
  readonly unshifted: readonly AddressReading[]
}
