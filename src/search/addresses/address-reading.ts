import type { NumberKind } from '../../text/number-labels.ts'

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
  /** How unlikely the reading is. It is tried only if cheaper readings found nothing and equal ones too little. */
  readonly cost: number
  /** `name`: only the tier `exact` is tried. */
  readonly depth: 'name' | 'all'
}

export interface WantedNumber {
  readonly number: number
  readonly suffix: string
  /** The number after the slash. */
  readonly second: { readonly number: number; readonly suffix: string } | null
  readonly kind: NumberKind
}

/** The readings of a query, in the order in which they are tried. */
export interface AddressQuery {
  readonly readings: readonly AddressReading[]
  /** Readings of letters as digits typed without shift. They are tried if the others find nothing. */
  readonly unshifted: readonly AddressReading[]
}
