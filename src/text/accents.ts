import { isPlainWordLetter, isWordJoiner, splitWords } from './words.ts'

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
  if (IS_ASCII.test(text)) return []
  const words = splitWords(text).slice(0, wordsMax)
  return words.flatMap(({ start, end }, i) => {
    const typed = text.slice(start, end)
    if (IS_ASCII.test(typed)) return []
    const word = toLowerCase(typed)
    return HAS_MARK.test(word.normalize('NFD')) ? [{ text: word, isLast: i === words.length - 1 }] : []
  })
}

const IS_ASCII = /^[ -~]*$/
const HAS_MARK = /\p{M}/u

/** A name in lower case: whole if it is in Latin letters, otherwise its words. */
export type LowerName = string | readonly string[]

export function toLowerName(name: string): LowerName {
  if (IS_LATIN.test(name)) return name.toLowerCase()
  return splitWords(name).map(({ start, end }) => toLowerCase(name.slice(start, end)))
}

/** Counts the accented words that a name lacks as they were typed. */
export function countMissedAccents(name: LowerName, accented: readonly AccentedWord[]): number {
  let missed = 0
  for (const word of accented)
    if (!(typeof name === 'string' ? hasWord(name, word) : isAmongWords(name, word))) missed += 1
  return missed
}

function isAmongWords(words: readonly string[], { text, isLast }: AccentedWord): boolean {
  return words.some((word) => (isLast ? word.startsWith(text) : word === text))
}

/** No marks, so it is in NFC, and each code unit is a letter of its own. Nearly all names. */
const IS_LATIN = /^[\0-\u024f]*$/

/** As `splitWords` would find it, without splitting: a query compares a hundred names. */
function hasWord(lower: string, { text, isLast }: AccentedWord): boolean {
  for (let at = lower.indexOf(text); 0 <= at; at = lower.indexOf(text, at + 1)) {
    if (touchesLetter(lower, at - 1, -1)) continue
    if (isLast || !touchesLetter(lower, at + text.length, 1)) return true
  }
  return false
}

/** Whether the word goes on in this direction. An apostrophe with a letter behind it belongs to the word. */
function touchesLetter(text: string, from: number, step: 1 | -1): boolean {
  let at = from
  while (0 <= at && at < text.length && isWordJoiner(text, at)) at += step
  return 0 <= at && at < text.length && isPlainWordLetter(text.charCodeAt(at))
}

function toLowerCase(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
