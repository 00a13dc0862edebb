/** Words of registers are shorter. A longer one was pasted, or is one character that Unicode decomposes into many. */
const LETTERS_MAX = 48

/** Shortens long words to their first letters, in names and in queries. */
export function truncateWords(words: readonly string[]): readonly string[] {
  if (!words.some(isTooLong)) return words
  return words.map((word) => (isTooLong(word) ? Array.from(word).slice(0, LETTERS_MAX).join('') : word))
}

export function isTooLong(word: string): boolean {
  return LETTERS_MAX < word.length
}
