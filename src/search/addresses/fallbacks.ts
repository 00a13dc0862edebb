import type { Fallback, LeftOut } from '../fallback.ts'

/** How a text was read that is not found as it is. */
export interface AddressFallback extends Fallback<FallbackName> {
  /** `explain` prints it. */
  readonly description: string
}

export type FallbackName = keyof typeof DESCRIPTIONS

const DESCRIPTIONS = {
  unshifted: 'letters of digit keys are a number typed without shift',
  numberWriting: 'a number written in another way, as "24" in "purkynova24" or 64/7 in "64-7"',
  numberUnknown: 'no house has the number, so the street or place itself',
  flat: 'without flat, floor and door',
  townName: 'a town or street by its code, its initials or its name in another language',
  joinedWord: 'two words that were typed as one',
  inflected: 'words after a preposition, with other endings',
  okres: 'the name of an okres is a filter',
  postalCode: 'without the postal code',
  typo: 'mistyped letters',
  shortened: 'words that the register abbreviates',
  words: 'without some of the words',
} as const

const LEAVES_OUT: Partial<Record<FallbackName, LeftOut>> = {
  flat: 'flat_left_out',
  postalCode: 'postal_code_left_out',
  words: 'words_left_out',
}

export const FALLBACKS: Readonly<Record<FallbackName, AddressFallback>> = Object.fromEntries(
  (Object.keys(DESCRIPTIONS) as FallbackName[]).map((name) => {
    const leftOut = LEAVES_OUT[name]
    return [name, { name, description: DESCRIPTIONS[name], leavesOut: leftOut === undefined ? [] : [leftOut] }]
  }),
) as unknown as Record<FallbackName, AddressFallback>
