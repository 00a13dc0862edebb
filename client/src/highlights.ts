import { splitWords, type TextWord } from './words.ts'

/** A part of a text, in UTF-16 units. */
export interface Highlight {
  readonly start: number
  readonly end: number
}

/**
 * Finds the word beginnings of a suggestion that equal a typed word without case and diacritics. Each typed word marks
 * at most one place: an equal word, or else the first word that begins with it. Typing errors, abbreviations and former
 * names mark nothing.
 */
export function findHighlights(text: string, typed: string): readonly Highlight[] {
  const words = splitWords(text)
  const typedWords = splitWords(typed)
  const free = new Set(words)
  const highlights: Highlight[] = []
  const mark = (typedWord: TextWord, isMatch: (word: TextWord) => boolean): boolean => {
    for (const word of free) {
      const end = isMatch(word) ? endOfPrefix(word, typedWord.text.length) : undefined
      if (end === undefined) continue
      free.delete(word)
      highlights.push({ start: word.start, end })
      return true
    }
    return false
  }
  const rest = typedWords.filter((typedWord) => !mark(typedWord, (word) => word.text === typedWord.text))
  for (const typedWord of rest)
    if (!isAmbiguous(typedWord.text, typed.slice(typedWord.start, typedWord.end)))
      mark(typedWord, (word) => word.text.startsWith(typedWord.text))
  return highlights.sort((a, b) => a.start - b.start)
}

/** Undefined if the prefix ends inside of a letter: "s" is half of "ß". */
function endOfPrefix(word: TextWord, length: number): number | undefined {
  return word.ends.get(length)
}

/**
 * A short number may be the beginning of a house number or of a postal code. Digits that were typed without shift look
 * like letters: "ľš" is 23.
 */
function isAmbiguous(folded: string, typed: string): boolean {
  return /^\d{1,2}$/.test(folded) || /^[ěľščřťžýáíé]+$/iu.test(typed)
}
