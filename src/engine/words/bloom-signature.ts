/*
 * A document's signature has a bit for the first two, three and five letters of each of its words, 64 bits in all. A
 * document that lacks one of a query's bits does not have all its words. To test it costs a read of four sequential
 * bytes, seldom of four more. For two words of a name, about one document in a hundred thousand has all bits by chance.
 */

const LENGTHS: readonly number[] = [2, 3, 5]

export interface BloomSignature {
  low: number
  high: number
}

/**
 * Adds the bits of a word or of a prefix, whose bits are a subset of the word's. A mark, one sign before the word, does
 * not change the bits, so one signature finds the word with and without it.
 */
export function addWordBits(into: BloomSignature, markedWord: string): void {
  const first = markedWord.charCodeAt(0)
  const isMarked = (0x21 <= first && first <= 0x2f) || (0x3a <= first && first <= 0x40)
  const word = isMarked ? markedWord.slice(1) : markedWord
  for (const length of LENGTHS) {
    if (word.length < length) return
    let hash = length
    for (let i = 0; i < length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x9e3779b1)
    const bit = (hash ^ (hash >>> 15)) & 63
    if (bit < 32) into.low |= 1 << bit
    else into.high |= 1 << (bit - 32)
  }
}

/**
 * The signature in sixteen bits, which lie beside each posting: in order, whereas the documents of a list are far apart
 * in memory.
 */
export function foldSignature(low: number, high: number): number {
  return (low | (low >>> 16) | high | (high >>> 16)) & 0xffff
}
