/*
 * A document's signature has a bit for the first two, three and five letters of each of its words, 64 bits in all. A document that lacks
 * one of a query's bits has not all its words, and that costs a look at four bytes that lie in order, seldom at four more; of those that have all bits about
 * one in a hundred thousand is there by chance for two words of a name.
 */

const LENGTHS: readonly number[] = [2, 3, 5]

export interface BloomSignature {
  low: number
  high: number
}

/**
 * Adds the bits of a word, or of the beginning of one: they are among the bits of the whole. A word has the same bits with a mark before
 * it, one sign that is no letter and no digit, so that it may be looked for with and without.
 */
export function addWordBits(into: BloomSignature, markedWord: string): void {
  const word = /^[!-/:-@]/.test(markedWord) ? markedWord.slice(1) : markedWord
  for (const length of LENGTHS) {
    if (word.length < length) return
    let hash = length
    for (let i = 0; i < length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x9e3779b1)
    const bit = (hash ^ (hash >>> 15)) & 63
    if (bit < 32) into.low |= 1 << bit
    else into.high |= 1 << (bit - 32)
  }
}
