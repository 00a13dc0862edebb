/** How many typos a word may have: one from four letters on, two from eight. None unless all letters are a–z. */
export function maxTypos(word: string): 0 | 1 | 2 {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return 0
  return word.length < 8 ? 1 : 2
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
