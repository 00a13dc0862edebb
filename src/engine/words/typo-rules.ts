import { maxTypos } from '../../text/edit-distance.ts'

/** How many words are searched for. A name or an address has fewer. */
export const WORDS_MAX = 16

/** Which word may have how many edits. */
export interface TypoPosition {
  readonly word: number
  readonly edits: 1 | 2
}

/** Words, and the ways in which some of them may be mistyped. */
export interface MistypedWords {
  /** At most `WORDS_MAX`. */
  readonly words: readonly string[]
  /** The words that are mistyped in each way: one, or two. */
  readonly ways: readonly (readonly TypoPosition[])[]
}

/** Words, of which one may have one edit if few documents match. */
export interface ShortMistypedWord {
  /** At most `WORDS_MAX`. */
  readonly words: readonly string[]
  /** The words that may be the mistyped one. */
  readonly positions: readonly number[]
}

/**
 * A typo in a short word is forgiven if at most this many documents match. If more do, the other words are too
 * unspecific.
 */
export const SHORT_TYPO_HITS_MAX = 64

/** The words, of which one may have all edits, or two may have one each. */
export function allowTypos(words: readonly string[], edits: 1 | 2): MistypedWords {
  const few = words.slice(0, WORDS_MAX)
  return { words: few, ways: listTypoWays(few, edits) }
}

function listTypoWays(words: readonly string[], edits: 1 | 2): TypoPosition[][] {
  const able = words.flatMap((word, i) => (0 < maxTypos(word) ? [i] : []))
  if (edits === 1) return able.map((word) => [{ word, edits: 1 }])
  return [
    ...able.filter((word) => maxTypos(words[word]!) === 2).map((word): TypoPosition[] => [{ word, edits: 2 }]),
    ...able.flatMap((word, i) =>
      able.slice(i + 1).map((other): TypoPosition[] => [
        { word, edits: 1 },
        { word: other, edits: 1 },
      ]),
    ),
  ]
}

/** The words, of which one of three letters may have one edit. */
export function allowShortTypo(words: readonly string[]): ShortMistypedWord {
  const few = words.slice(0, WORDS_MAX)
  const positions = few.flatMap((word, i) => (isShortWord(word) && hasLongWordBeside(few, i) ? [i] : []))
  return { words: few, positions }
}

/** A short word beside initials only is too unspecific. */
function hasLongWordBeside(words: readonly string[], short: number): boolean {
  return words.some((word, i) => i !== short && SHORT_LETTERS <= word.length)
}

/** The length of the shortest words that a typo may lead to. */
export const SHORT_LETTERS = 3

/**
 * Whether the word has three letters. It may have one typo if the rest of the query is selective. Roman numerals may
 * not.
 */
export function isShortWord(word: string): boolean {
  return word.length === SHORT_LETTERS && /^[a-z]+$/.test(word) && !/^[ivx]+$/.test(word)
}
