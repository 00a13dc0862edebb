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
  const free = new Set(splitWords(text))
  const highlights: Highlight[] = []
  const mark = ({ folded: prefix }: TextWord, isEqual: boolean): boolean => {
    for (const word of free) {
      // Undefined if the prefix ends inside of a letter: "s" is half of "ß".
      const end = word.folded.startsWith(prefix) ? word.ends.get(prefix.length) : undefined
      if (end === undefined || (isEqual && word.folded !== prefix)) continue
      free.delete(word)
      highlights.push({ start: word.start, end })
      return true
    }
    return false
  }
  const typedWords = splitWords(typed)
  const begun = typedWords.filter((word) => !mark(word, true))
  for (const word of begun) if (isClearBeginning(word, typed, word === typedWords.at(-1))) mark(word, false)
  return highlights.sort((a, b) => a.start - b.start)
}

/** Whether a typed word that is no whole word of the text can only be the beginning of one. */
function isClearBeginning({ folded, start, ends }: TextWord, typed: string, isLast: boolean): boolean {
  const end = ends.get(folded.length)!
  // "sv." and "ul" stand for other words.
  if (typed[end] === '.' || (folded.length < 3 && !isLast)) return false
  // "12" may begin a house number, or only a postal code by chance.
  if (/^\d{1,2}$/.test(folded)) return false
  // Digits that were typed without shift: "ľš" is 23.
  return !/^[ěľščřťžýáíé]+$/i.test(typed.slice(start, end))
}
