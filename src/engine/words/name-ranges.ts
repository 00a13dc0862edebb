import { NAME_END, TERM, type WordIndex } from './word-index.ts'
import type { TermRange } from './word-trie.ts'

/** The beginning of a name: terms in order, the last one any of a term range. */
export interface NamePrefix {
  /** All but the last. */
  readonly terms: readonly number[]
  readonly last: TermRange
}

/** Resolves the first words to terms. Returns undefined if one of them is no term. */
export function resolveTerms({ trie }: WordIndex, words: readonly string[], count: number): number[] | undefined {
  const terms: number[] = []
  for (let i = 0; i < count; i++) {
    const term = trie.termOf(words[i]!)
    if (term < 0) return undefined
    terms.push(term)
  }
  return terms
}

/**
 * Resolves words, of which the last one may be unfinished. Returns undefined if no name can begin so.
 */
export function resolveNamePrefix(index: WordIndex, words: readonly string[]): NamePrefix | undefined {
  if (words.length === 0) return undefined
  const last: TermRange = { low: 0, high: 0 }
  const terms = resolveTerms(index, words, words.length - 1)
  if (terms === undefined || !index.trie.findPrefix(words.at(-1)!, last)) return undefined
  return { terms, last }
}

/** The range of `nameOrder` with names that begin so. */
export function findOwnNamesByPrefix(index: WordIndex, { terms, last }: NamePrefix): TermRange {
  const first = terms[0]
  if (first === undefined) return { low: index.nameStarts[last.low]!, high: index.nameStarts[last.high]! }
  const block = { low: index.nameStarts[first]!, high: index.nameStarts[first + 1]! }
  const order = index.nameOrder.values
  const placeOf = (i: number): number => index.forwardStarts[order[i]!]!
  return findPrefixRange({ index, block, isBlockOfFirstTerm: true, placeOf }, terms, last)
}

/** The range of `nameOrder` with names of exactly these terms. */
export function findOwnNames(index: WordIndex, terms: readonly number[]): TermRange {
  const first = terms[0]!
  const order = index.nameOrder.values
  const placeOf = (i: number): number => index.forwardStarts[order[i]!]!
  const block = { low: index.nameStarts[first]!, high: index.nameStarts[first + 1]! }
  return findEqualRange({ index, block, isBlockOfFirstTerm: true, placeOf }, terms)
}

export function findOtherNamesByPrefix(index: WordIndex, { terms, last }: NamePrefix): TermRange {
  return findPrefixRange(allOtherNames(index), terms, last)
}

export function findOtherNames(index: WordIndex, terms: readonly number[]): TermRange {
  return findEqualRange(allOtherNames(index), terms)
}

function allOtherNames(index: WordIndex): SortedNames {
  const places = index.otherNamePlaces
  return { index, block: { low: 0, high: places.length }, isBlockOfFirstTerm: false, placeOf: (i) => places[i]! }
}

interface SortedNames {
  readonly index: WordIndex
  readonly block: TermRange
  /** The block holds all names that begin with the first term, and no others. */
  readonly isBlockOfFirstTerm: boolean
  /** Where in `forward` a sorted name begins. */
  readonly placeOf: (i: number) => number
}

function findPrefixRange(names: SortedNames, terms: readonly number[], last: TermRange): TermRange {
  const low = findLowerBound(names, names.block.low, [...terms, last.low])
  const end = [...terms, last.high]
  // Most queries begin no other name.
  if (low === names.block.high || !isBefore(names.index.forward, names.placeOf(low), end)) return { low, high: low }
  return { low, high: findLowerBound(names, low + 1, end) }
}

/** Longer names sort after the name itself, and the lowest next term is 0. */
function findEqualRange(names: SortedNames, terms: readonly number[]): TermRange {
  // The name of one term sorts before longer names that begin with it, so the block begins with it.
  const low =
    terms.length === 1 && names.isBlockOfFirstTerm ? names.block.low : findLowerBound(names, names.block.low, terms)
  return { low, high: findLowerBound(names, low, [...terms, 0]) }
}

function findLowerBound({ index, block, placeOf }: SortedNames, from: number, terms: readonly number[]): number {
  let low = from
  let { high } = block
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(index.forward, placeOf(middle), terms)) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether the name at this place sorts before the terms. */
function isBefore(forward: Uint32Array, place: number, terms: readonly number[]): boolean {
  for (let i = 0; i < terms.length; i++) {
    const entry = forward[place + i]!
    const term = entry & TERM
    if (term !== terms[i]) return term < terms[i]!
    if ((entry & NAME_END) !== 0) return i + 1 < terms.length
  }
  return false
}
