/** A word of a text: folded for comparison, with its position in UTF-16 units. */
export interface TextWord {
  readonly text: string
  readonly start: number
  /** Where each beginning of the word ends in the original text, by its folded length. */
  readonly ends: ReadonlyMap<number, number>
  readonly end: number
}

/**
 * Splits a text into words as the service does: without diacritics and case, letters and digits together, apostrophes
 * and invisible joiners inside of words. Every other character separates words.
 */
export function splitWords(text: string): TextWord[] {
  const words: { text: string; start: number; end: number; ends: Map<number, number> }[] = []
  let isInside = false
  let at = 0
  for (const letter of text) {
    const start = at
    at += letter.length
    if (WORD_LETTER.test(letter)) {
      const folded = foldLetter(letter)
      let word = words.at(-1)
      if (!isInside || !word) words.push((word = { text: '', start, end: at, ends: new Map() }))
      isInside = true
      word.text += folded
      word.end = at
      // A combining mark folds to nothing and belongs to the letter before it.
      word.ends.set(word.text.length, at)
    } else if (!JOINERS.test(letter)) isInside = false
  }
  return words.filter((word) => word.text !== '')
}

const WORD_LETTER = /[\p{L}\p{N}\p{M}]/u
const JOINERS = /['’ʼ`´\u00ad\u200b-\u200d\u2060\ufeff]/

/** Letters without a decomposition in Unicode, and what they fold to. */
const PLAIN = new Map('łlđdðdøoħhıiŧtßssæaeœoeþth'.match(/[^a-z][a-z]+/g)!.map((pair) => [pair[0], pair.slice(1)]))

function foldLetter(letter: string): string {
  const parts = letter
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  return Array.from(parts, (part) => PLAIN.get(part) ?? part).join('')
}
