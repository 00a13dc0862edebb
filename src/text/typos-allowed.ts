/** From the fourth letter of a word one typo is forgiven, from the eighth two; never in a word with a digit: numbers are meant as they are typed. */
export function typosAllowed(word: string): 0 | 1 | 2 {
  if (/\p{N}/u.test(word) || word.length < 4) return 0
  return word.length < 8 ? 1 : 2
}
