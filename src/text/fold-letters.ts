import { foldLetter } from './fold-letter.ts'

/**
 * Folds letters for comparison: no diacritics, lower case, compatibility forms replaced (full width, ﬁ, ², №). Letters
 * that Unicode does not decompose are listed. A letter may become none (a combining mark) or several (ß).
 */
export function foldLetters(text: string): string {
  let folded = ''
  for (const letter of text) {
    const code = letter.codePointAt(0)!
    folded += code < TABLE.length ? TABLE[code] : foldLetter(letter)
  }
  return folded
}

/** Latin with its extensions, which covers nearly every name. */
const TABLE: readonly string[] = Array.from({ length: 0x250 }, (_, code) => foldLetter(String.fromCharCode(code)))
