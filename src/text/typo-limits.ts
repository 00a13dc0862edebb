/**
 * From the fourth letter of a word one typo is forgiven, from the eighth two; never in a word with a digit: numbers are meant as they are
 * typed. Only words of the letters a–z, as folding leaves nearly all.
 */
export function maxTypos(word: string): 0 | 1 | 2 {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return 0
  return word.length < 8 ? 1 : 2
}

/** Shorter words are never meant by a mistyped one. */
export const SHORT_LETTERS = 3

/** Whether it has three letters: then one typo is forgiven where the rest of the query leaves little. A Roman numeral is a number. */
export function isShortWord(word: string): boolean {
  return word.length === SHORT_LETTERS && /^[a-z]+$/.test(word) && !/^[ivx]+$/.test(word)
}
