/** How many letters of a word are compared when typos are allowed. */
export const LETTERS_MAX = 120

const A = 0x61
const Z = 0x7a

/** Only the letters a–z can be mistyped. A digit never can. */
export function isEditable(letter: number): boolean {
  return A <= letter && letter <= Z
}
