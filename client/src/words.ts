/** A word of a text: folded for comparison, with its position in UTF-16 units. */
export interface TextWord {
  readonly folded: string
  readonly start: number
  /** Where each beginning of the word ends in the original text, by its folded length. */
  readonly ends: ReadonlyMap<number, number>
}

/**
 * Splits a text into words as the service does: without diacritics and case, letters and digits together, apostrophes
 * and invisible joiners inside of words. Every other character separates words.
 */
export function splitWords(text: string): TextWord[] {
  const words = Array.from(text.matchAll(WORD), ({ 0: letters, index: start }) => {
    const ends = new Map<number, number>()
    let folded = ''
    let end = start
    for (const letter of letters) {
      folded += foldLetter(letter)
      end += letter.length
      // A combining mark folds to nothing and belongs to the letter before it. An apostrophe does not.
      if (LETTER.test(letter)) ends.set(folded.length, end)
    }
    return { folded, start, ends }
  })
  return words.filter((word) => word.folded)
}

const LETTER = /[\p{L}\p{N}\p{M}]/u
const WORD = /[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}'’ʼ`´\u00ad\u200b-\u200d\u2060\ufeff]*/gu

/** Letters without a decomposition in Unicode, and what they fold to. */
const PLAIN = new Map('łlđdðdøoħhıiŧtßssæaeœoeþth'.match(/[^a-z][a-z]+/g)!.map((pair) => [pair[0], pair.slice(1)]))

function foldLetter(letter: string): string {
  const parts = letter
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  return Array.from(parts, (part) => PLAIN.get(part) ?? part).join('')
}
