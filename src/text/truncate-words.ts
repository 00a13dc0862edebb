/** No word of a register is longer; what is longer was pasted, or is one sign that Unicode takes apart into many. */
const LETTERS_MAX = 48

/** Longer words count by their first letters, in names as in queries. */
export function truncateWords(words: readonly string[]): readonly string[] {
  if (!words.some(isTooLong)) return words
  return words.map((word) => (isTooLong(word) ? Array.from(word).slice(0, LETTERS_MAX).join('') : word))
}

export function isTooLong(word: string): boolean {
  return LETTERS_MAX < word.length
}
