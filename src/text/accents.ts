import { splitWords } from './words.ts'

/** A word that was typed with diacritics. */
export interface AccentedWord {
  /** In lower case, with its diacritics. */
  readonly text: string
  /** The last word typed: a word that begins with it will do. */
  readonly isLast: boolean
}

/** The words of a query that were typed with diacritics: who takes the trouble means them. */
export function findAccentedWords(text: string, wordsMax: number): AccentedWord[] {
  // Most queries have none, and need not be looked at closely.
  if (/^[ -~]*$/.test(text)) return []
  const words = splitWords(text).slice(0, wordsMax)
  return words.flatMap(({ start, end }, i) => {
    const word = lowerCase(text.slice(start, end))
    return /\p{M}/u.test(word.normalize('NFD')) ? [{ text: word, isLast: i === words.length - 1 }] : []
  })
}

/** How many of the accented words a name does not have as they were typed. */
export function countMissedAccents(name: string, accented: readonly AccentedWord[]): number {
  const words = splitWords(name).map(({ start, end }) => lowerCase(name.slice(start, end)))
  return accented.filter(({ text, isLast }) => !words.some((word) => (isLast ? word.startsWith(text) : word === text)))
    .length
}

function lowerCase(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
