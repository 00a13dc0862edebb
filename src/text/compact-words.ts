import { foldLetter } from './fold-letter.ts'
import type { TextWord } from './words.ts'

/*
 * The functions of `words.ts` and `fold-letters.ts` without the tables that make a server fast. The script of forms has
 * these in their place, because a shop sends each byte of it to browsers.
 */

export function foldLetters(text: string): string {
  return Array.from(text, foldLetter).join('')
}

/** Characters inside of words as in `JOINS` of `words.ts`, but never at their ends. */
const WORD = /[\p{L}\p{N}\p{M}]+(?:['’ʼ`´\u00ad\u200b-\u200d\u2060\ufeff]+[\p{L}\p{N}\p{M}]+)*/gu

export function splitWords(text: string): TextWord[] {
  const words = Array.from(text.matchAll(WORD), ({ 0: letters, index: start }) => ({
    text: foldLetters(letters).replace(/[^\p{L}\p{N}]/gu, ''),
    start,
    end: start + letters.length,
  }))
  return words.filter((word) => word.text)
}
