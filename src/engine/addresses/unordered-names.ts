import { findOtherNamesByPrefix, findOwnNamesByPrefix, resolveNamePrefix } from '../words/name-ranges.ts'
import type { WordIndex } from '../words/word-index.ts'

/**
 * Documents in the order of their names. A document can be in both lists, and several times in `others`.
 */
export interface UnorderedNames {
  readonly own: Uint32Array
  readonly others: Uint32Array
}

const NONE: UnorderedNames = { own: new Uint32Array(0), others: new Uint32Array(0) }

/**
 * Finds the documents with a name that begins with these words, of which the last may be unfinished. They are not in
 * rank order, which would cost four times as much: "h" has tens of thousands.
 */
export function findUnorderedNames(index: WordIndex, words: readonly string[]): UnorderedNames {
  const question = resolveNamePrefix(index, words)
  if (question === undefined) return NONE
  const own = findOwnNamesByPrefix(index, question)
  const others = findOtherNamesByPrefix(index, question)
  return {
    own: index.nameOrder.values.subarray(own.low, own.high),
    others: index.otherNameOrder.values.subarray(others.low, others.high),
  }
}
