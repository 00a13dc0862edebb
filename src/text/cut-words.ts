/** No word of a register is longer; what is longer was pasted, or is one sign that Unicode takes apart into many. */
const LETTERS_MAX = 48

/** Longer words count by their first letters, in names as in queries. */
export function cutWords(words: readonly string[]): readonly string[] {
  if (!words.some((word) => LETTERS_MAX < word.length)) return words
  return words.map((word) => (word.length <= LETTERS_MAX ? word : Array.from(word).slice(0, LETTERS_MAX).join('')))
}
