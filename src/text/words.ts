import { foldLetters } from './fold-letters.ts'

/** A word of a text: as it is compared, and where it stood. */
export interface TextWord {
  /** Folded: letters and digits only. */
  readonly text: string
  /** Where the word begins and ends in the text as it was given, in UTF-16 units. */
  readonly start: number
  readonly end: number
}

/**
 * Cuts a text into folded words. Letters and digits stay together ("17listopadu", "10e" are one word here; what a number means is the
 * business of whoever reads addresses). An apostrophe inside a word joins it ("o'neill"); everything else parts words.
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
 * What one code point adds to a word: its folded letters and digits; nothing if it only stands inside words (a mark, an apostrophe). Null if it
 * separates words.
 */
export function foldCodePoint(letter: string): string | null {
  if (WORD_LETTER.test(letter)) return lettersOf(letter)
  return JOINS.has(letter) ? '' : null
}

/** A letter may fold into something with punctuation in it (½ is 1⁄2, ㈱ is (株)): only its letters and digits count. */
function lettersOf(letter: string): string {
  let letters = ''
  for (const part of foldLetters(letter)) if (LETTER_OR_DIGIT.test(part)) letters += part
  return letters
}

/** A letter, a digit, or a mark that belongs to the letter before it. */
const WORD_LETTER = /[\p{L}\p{N}\p{M}]/u
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u
/** Written inside words and left out by many: apostrophes of all kinds, soft hyphen, zero-width joiners. */
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

/** What nearly all letters become, by their code; empty for what parts or joins words. */
const PLAIN_LETTERS: readonly string[] = Array.from({ length: 0x250 }, (_, code) => {
  const letter = String.fromCharCode(code)
  return WORD_LETTER.test(letter) ? lettersOf(letter) : ''
})
