import { foldLetters } from './fold-letters.ts'

/** A word of a text: folded for comparison, with its position. */
export interface TextWord {
  /** Folded: letters and digits only. */
  readonly text: string
  /** The word's position in the original text, in UTF-16 units. */
  readonly start: number
  readonly end: number
}

/**
 * Splits a text into folded words. Letters and digits stay together ("17listopadu" is one word), and an apostrophe
 * joins a word ("o'neill"). Every other character separates words.
 */
export function splitWords(text: string): TextWord[] {
  const words: TextWord[] = []
  let start = -1
  let end = 0
  let folded = ''
  const close = (): void => {
    if (folded !== '') words.push({ text: folded, start, end })
    folded = ''
    start = -1
  }
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at)
    const plain = code < PLAIN_LETTERS.length ? PLAIN_LETTERS[code] : undefined
    const letter = plain === undefined ? String.fromCodePoint(text.codePointAt(at)!) : ''
    const next = at + (plain === undefined ? letter.length : 1)
    if (plain === undefined ? WORD_LETTER.test(letter) : plain !== '') {
      folded += plain ?? lettersOf(letter)
      if (start < 0) start = at
      end = next
    } else if (!JOINS.has(plain === undefined ? letter : text[at]!)) close()
    at = next
  }
  close()
  return words
}

/**
 * Folds one code point to letters and digits. Empty if it joins words (a mark, an apostrophe); null if it separates
 * them.
 */
export function foldCodePoint(letter: string): string | null {
  if (WORD_LETTER.test(letter)) return lettersOf(letter)
  return JOINS.has(letter) ? '' : null
}

/** Whether a code unit below U+0250 is a letter or digit. Every other one separates or joins words. */
export function isPlainWordLetter(code: number): boolean {
  return PLAIN_LETTERS[code] !== ''
}

/** Whether a code unit is one of those inside words that many people omit, as an apostrophe. */
export function isWordJoiner(text: string, at: number): boolean {
  return JOINS.has(text[at]!)
}

/** Folding may produce punctuation (½ is 1⁄2, ㈱ is (株)); only letters and digits are kept. */
function lettersOf(letter: string): string {
  let letters = ''
  for (const part of foldLetters(letter)) if (LETTER_OR_DIGIT.test(part)) letters += part
  return letters
}

/** A letter, a digit, or a mark that belongs to the letter before it. */
const WORD_LETTER = /[\p{L}\p{N}\p{M}]/u
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u
/** Characters inside words that many people omit: apostrophes, soft hyphen, zero-width joiners. */
const JOINS: ReadonlySet<string> = new Set([
  "'",
  '’',
  'ʼ',
  '`',
  '´',
  '\u00ad',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u2060',
  '\ufeff',
])

/** The folded form of nearly all letters, by code; empty for characters that separate or join words. */
const PLAIN_LETTERS: readonly string[] = Array.from({ length: 0x250 }, (_, code) => {
  const letter = String.fromCharCode(code)
  return WORD_LETTER.test(letter) ? lettersOf(letter) : ''
})
