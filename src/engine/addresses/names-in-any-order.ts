import { nameQuestion, otherNamesBeginning, ownNamesBeginning } from '../words/name-ranges.ts'
import type { WordIndex } from '../words/word-index.ts'

/** Documents by name, as they stand in the index. By another name a document may come several times, and may have come by its own. */
export interface NamedDocuments {
  readonly own: Uint32Array
  readonly others: Uint32Array
}

const NONE: NamedDocuments = { own: new Uint32Array(0), others: new Uint32Array(0) }

/**
 * Documents with a name that begins with these words, the last one being the beginning of a word: all of them at once and in no order, for who orders
 * them otherwise. Taking them in rank order would cost four times as much, and "h" has tens of thousands.
 */
export function namesStartingWithInAnyOrder(index: WordIndex, words: readonly string[]): NamedDocuments {
  const question = nameQuestion(index, words)
  if (question === undefined) return NONE
  const own = ownNamesBeginning(index, question)
  const others = otherNamesBeginning(index, question)
  return {
    own: index.nameOrder.values.subarray(own.low, own.high),
    others: index.otherNameOrder.values.subarray(others.low, others.high),
  }
}
