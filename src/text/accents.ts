import { splitWords } from './words.ts'

/** A word that was typed with diacritics. */
export interface AccentedWord {
  /** In lower case, with its diacritics. */
  readonly text: string
  /** The last word typed: it also matches a word that begins with it. */
  readonly isLast: boolean
}

/** Finds the words of a query that were typed with diacritics: they rank exact spellings first. */
export function findAccentedWords(text: string, wordsMax: number): AccentedWord[] {
  // Most queries have none.
  if (/^[ -~]*$/.test(text)) return []
  const words = splitWords(text).slice(0, wordsMax)
  return words.flatMap(({ start, end }, i) => {
    const word = toLowerCase(text.slice(start, end))
    return /\p{M}/u.test(word.normalize('NFD')) ? [{ text: word, isLast: i === words.length - 1 }] : []
  })
}

/** Counts the accented words that a name lacks as they were typed. */
export function countMissedAccents(name: string, accented: readonly AccentedWord[]): number {
  const words = splitWords(name).map(({ start, end }) => toLowerCase(name.slice(start, end)))
  return accented.filter(({ text, isLast }) => !words.some((word) => (isLast ? word.startsWith(text) : word === text)))
    .length
}

function toLowerCase(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
