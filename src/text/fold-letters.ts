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

/** Letters without a decomposition in Unicode. */
const PLAIN: ReadonlyMap<string | undefined, string> = new Map(
  'łl đd ðd øo ħh ıi ŧt ßss æae œoe þth'.split(' ').map((pair) => [pair[0], pair.slice(1)]),
)

function foldLetter(letter: string): string {
  let folded = ''
  // One letter at a time, so that a text of combining marks takes linear time.
  for (const part of letter.normalize('NFKD').toLowerCase()) {
    if (!/\p{M}/u.test(part)) folded += PLAIN.get(part) ?? part
  }
  return folded
}

/** Latin with its extensions, which covers nearly every name. */
const TABLE: readonly string[] = Array.from({ length: 0x250 }, (_, code) => foldLetter(String.fromCharCode(code)))
