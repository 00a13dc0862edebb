/**
 * Letters as they are compared: without diacritics, in lower case, compatible forms as their plain ones (full width, ligatures, ﬁ, ², №).
 * What Unicode does not take apart but people type plainly is listed. A letter may become none (a combining mark) or several (ß).
 */
export function foldLetters(text: string): string {
  let folded = ''
  for (const letter of text) {
    const code = letter.codePointAt(0)!
    folded += code < TABLE.length ? TABLE[code] : foldLetter(letter)
  }
  return folded
}

/** Letters with a stroke and the like have no decomposition. */
const PLAIN: ReadonlyMap<string, string> = new Map([
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ø', 'o'],
  ['ħ', 'h'],
  ['ı', 'i'],
  ['ŧ', 't'],
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
])

function foldLetter(letter: string): string {
  let folded = ''
  // One letter at a time: the expansion is bounded, and a text of combining marks only costs no more than its length.
  for (const part of letter.normalize('NFKD').toLowerCase()) {
    if (!/\p{M}/u.test(part)) folded += PLAIN.get(part) ?? part
  }
  return folded
}

/** Latin with its extensions: what nearly every name is written in. */
const TABLE: readonly string[] = Array.from({ length: 0x250 }, (_, code) => foldLetter(String.fromCharCode(code)))
