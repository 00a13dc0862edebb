import { foldLetters } from '../text/fold-letters.ts'

/** What a change of a record concerns: how it is compared, and how it is shown. A null is unknown. */
export interface ComparedField<R> {
  readonly what: string
  readonly isEqual: (before: R, after: R) => boolean
  /** Whether one of them does not have it. */
  readonly isUnknown: (record: R) => boolean
  /** A seat that is lost or found is no move, but a status is. */
  readonly needsBoth?: true
  readonly show: (record: R) => string | null
}

/** Without case, diacritics and punctuation. */
export function fold(text: string | null | undefined): string {
  return foldLetters(text ?? '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
