/** Letters after these are not looked at when a word is compared with typos. */
export const LETTERS_MAX = 120

const A = 0x61
const Z = 0x7a

/** Only the letters a–z are ever edited: a digit is never a typo of anything. */
export function isEditable(letter: number): boolean {
  return A <= letter && letter <= Z
}
