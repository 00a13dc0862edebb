import { findOtherNamesByPrefix, findOwnNamesByPrefix, resolveNamePrefix } from '../words/name-ranges.ts'
import type { WordIndex } from '../words/word-index.ts'

/** Documents by name, as they stand in the index. By another name a document may come several times, and may have come by its own. */
export interface UnorderedNames {
  readonly own: Uint32Array
  readonly others: Uint32Array
}

const NONE: UnorderedNames = { own: new Uint32Array(0), others: new Uint32Array(0) }

/**
 * Documents with a name that begins with these words, the last one being the beginning of a word: all of them at once and in no order, for who orders
 * them otherwise. Taking them in rank order would cost four times as much, and "h" has tens of thousands.
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
