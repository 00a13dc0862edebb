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
  const { nameStarts } = index
  const first = terms[0]
  if (first === undefined) return { low: nameStarts[last.low]!, high: nameStarts[last.high]! }
  return findPrefixRange(index, ownNames(index, first), { terms, last })
}

/** The range of `nameOrder` with names of exactly these terms. */
export function findOwnNames(index: WordIndex, terms: readonly number[]): TermRange {
  const names = ownNames(index, terms[0]!)
  // The name of one term sorts before longer names that begin with it, so the block begins with it.
  const low = terms.length === 1 ? names.low : findLowerBound(index, names, terms, NO_TERM)
  return findEqualRange(index, names, terms, low)
}

/** Whether the own name of a document, which has a name, consists of these terms. The last term of a name is marked. */
export function isOwnName({ forward, forwardStarts }: WordIndex, document: number, terms: readonly number[]): boolean {
  const place = forwardStarts[document]!
  const last = terms.length - 1
  for (let i = 0; i < last; i++) if (forward[place + i] !== terms[i]) return false
  return forward[place + last] === (NAME_END | terms[last]!) >>> 0
}

/** Whether it begins so. */
export function ownNameBegins(
  { forward, forwardStarts }: WordIndex,
  document: number,
  { terms, last }: NamePrefix,
): boolean {
  const place = forwardStarts[document]!
  for (let i = 0; i < terms.length; i++) if (forward[place + i] !== terms[i]) return false
  const term = forward[place + terms.length]! & TERM
  return last.low <= term && term < last.high
}

export function findOtherNamesByPrefix(index: WordIndex, prefix: NamePrefix): TermRange {
  return findPrefixRange(index, otherNames(index), prefix)
}

export function findOtherNames(index: WordIndex, terms: readonly number[]): TermRange {
  const names = otherNames(index)
  return findEqualRange(index, names, terms, findLowerBound(index, names, terms, NO_TERM))
}

/** A range of sorted names. */
interface SortedNames extends TermRange {
  /** The documents of own names; undefined for other names, whose places are listed. */
  readonly order: Uint32Array | undefined
}

/** The names that begin with a term. */
function ownNames({ nameStarts, nameOrder }: WordIndex, first: number): SortedNames {
  return { low: nameStarts[first]!, high: nameStarts[first + 1]!, order: nameOrder.values }
}

function otherNames({ otherNamePlaces }: WordIndex): SortedNames {
  return { low: 0, high: otherNamePlaces.length, order: undefined }
}

/** Where in `forward` a sorted name begins. */
function placeOf(index: WordIndex, { order }: SortedNames, i: number): number {
  return order === undefined ? index.otherNamePlaces[i]! : index.forwardStarts[order[i]!]!
}

function findPrefixRange(index: WordIndex, names: SortedNames, { terms, last }: NamePrefix): TermRange {
  const low = findLowerBound(index, names, terms, last.low)
  // Most queries begin no other name.
  if (low === names.high || !isBefore(index.forward, placeOf(index, names, low), terms, last.high))
    return { low, high: low }
  names.low = low + 1
  return { low, high: findLowerBound(index, names, terms, last.high) }
}

/** Longer names sort after the name itself, and the lowest next term is 0. */
function findEqualRange(index: WordIndex, names: SortedNames, terms: readonly number[], low: number): TermRange {
  names.low = low
  return { low, high: findLowerBound(index, names, terms, 0) }
}

/** The first of the names that does not sort before the terms and one more term, if there is one. */
function findLowerBound(index: WordIndex, names: SortedNames, terms: readonly number[], next: number): number {
  let { low, high } = names
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(index.forward, placeOf(index, names, middle), terms, next)) low = middle + 1
    else high = middle
  }
  return low
}

const NO_TERM = -1

/** Whether the name at this place sorts before the terms and the next one. */
function isBefore(forward: Uint32Array, place: number, terms: readonly number[], next: number): boolean {
  const count = next === NO_TERM ? terms.length : terms.length + 1
  for (let i = 0; i < count; i++) {
    const entry = forward[place + i]!
    const term = entry & TERM
    const wanted = i < terms.length ? terms[i]! : next
    if (term !== wanted) return term < wanted
    if ((entry & NAME_END) !== 0) return i + 1 < count
  }
  return false
}
