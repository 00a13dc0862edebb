import { chunkedU32, concatU32 } from '../../stdx/chunked-array.ts'
import type { SectionSource } from '../../stdx/section-file.ts'
import { reorder, stableOrder } from '../../stdx/stable-order.ts'
import { EMPTY_NAME, type ForwardRecords } from './forward-records.ts'
import { NAME_END, NO_NAME, rangeMinimumSections, TERM } from './word-index.ts'

/** Sorts documents by their own names, and separately by their other names. */
export function buildNameSections(records: ForwardRecords): Record<string, SectionSource> {
  const { forward, starts, terms } = records
  const own = listOwnNames(records)
  const ownPlaces = reorder(starts, own)
  const ownOrder = sortNames(forward, ownPlaces)
  const others = listOtherNames(records)
  const otherOrder = sortNames(forward, others.places)
  return {
    ...rangeMinimumSections('words.nameOrder', reorder(own, ownOrder)),
    'words.nameStarts': buildNameStarts({ forward, terms }, ownPlaces),
    ...rangeMinimumSections('words.otherNameOrder', reorder(others.owners, otherOrder)),
    'words.otherNamePlaces': reorder(others.places, otherOrder),
  }
}

/** The documents whose own name has words. */
function listOwnNames({ forward, starts }: ForwardRecords): Uint32Array {
  const documents = new Uint32Array(starts.length - 1)
  let count = 0
  for (let document = 0; document < documents.length; document++) {
    const first = starts[document]!
    const isEmpty = first === starts[document + 1] || forward[first] === EMPTY_NAME || (forward[first]! & NO_NAME) !== 0
    if (!isEmpty) documents[count++] = document
  }
  return documents.subarray(0, count)
}

/** Where each other name begins in the forward records, and its document. */
function listOtherNames({ forward, starts }: ForwardRecords) {
  const places = chunkedU32()
  const owners = chunkedU32()
  for (let document = 0; document + 1 < starts.length; document++) {
    const end = starts[document + 1]!
    for (let at = starts[document]!; at + 1 < end; at++) {
      if ((forward[at + 1]! & NO_NAME) !== 0) break
      if ((forward[at]! & NAME_END) === 0) continue
      places.push(at + 1)
      owners.push(document)
    }
  }
  return { places: concatU32(places), owners: concatU32(owners) }
}

/**
 * For each term the first place among sorted names whose first term is it or a later one; one place more for the end.
 */
function buildNameStarts(
  { forward, terms }: Pick<ForwardRecords, 'forward' | 'terms'>,
  places: Uint32Array,
): Uint32Array {
  const starts = new Uint32Array(terms + 1)
  for (let i = 0; i < places.length; i++) starts[(forward[places[i]!]! & TERM) + 1]! += 1
  for (let term = 0; term < terms; term++) starts[term + 1]! += starts[term]!
  return starts
}

/**
 * The numbers of names in the order of their terms, equal ones in the order they had. `places`: where each name begins.
 * Counted by the first two terms; what agrees in both is sorted by the third, and so on.
 */
function sortNames(forward: Uint32Array, places: Uint32Array): Uint32Array {
  const count = places.length
  const first = new Uint32Array(count)
  const second = new Uint32Array(count)
  for (let i = 0; i < count; i++) {
    first[i] = forward[places[i]!]! & TERM
    second[i] = sortKeyAt(forward, places[i]! + 1)
  }
  const order = stableOrder(count, [first, second])
  for (let from = 0; from < count; ) {
    const name = order[from]!
    let end = from + 1
    while (end < count && first[order[end]!] === first[name] && second[order[end]!] === second[name]) end += 1
    if (second[name] !== ENDED && 1 < end - from) sortByNextTerms(forward, places, order.subarray(from, end), 2)
    from = end
  }
  return order
}

/** The key of a name that has ended: it sorts before longer names. */
const ENDED = 0

/** The sort key of a name at one position of the forward records: `ENDED`, or 1 + the term. */
function sortKeyAt(forward: Uint32Array, at: number): number {
  return (forward[at - 1]! & NAME_END) !== 0 ? ENDED : 1 + (forward[at]! & TERM)
}

/** Up to this many names, insertion sort is faster than sorting numeric keys. */
const COMPARED_MAX = 16
/** A name's number takes the lower bits of the number that is sorted; 53 bits are exact. */
const NAMES_MAX = 2 ** 23

/** Sorts names that have their first `depth` terms in common. */
function sortByNextTerms(forward: Uint32Array, places: Uint32Array, names: Uint32Array, depth: number): void {
  if (names.length <= COMPARED_MAX) {
    for (let i = 1; i < names.length; i++) {
      const name = names[i]!
      let at = i
      for (; 0 < at && isAfter(forward, places[names[at - 1]!]! + depth, places[name]! + depth); at--) {
        names[at] = names[at - 1]!
      }
      names[at] = name
    }
    return
  }
  const keys = new Float64Array(names.length)
  const firstKey = sortKeyAt(forward, places[names[0]!]! + depth)
  let differs = false
  for (let i = 0; i < names.length; i++) {
    const key = sortKeyAt(forward, places[names[i]!]! + depth)
    if (key !== firstKey) differs = true
    keys[i] = key * NAMES_MAX + i
  }
  if (!differs) {
    if (firstKey !== ENDED) sortByNextTerms(forward, places, names, depth + 1)
    return
  }
  keys.sort()
  const before = names.slice()
  for (let i = 0; i < names.length; i++) names[i] = before[keys[i]! % NAMES_MAX]!
  for (let from = 0; from < names.length; ) {
    const key = Math.floor(keys[from]! / NAMES_MAX)
    let end = from + 1
    while (end < names.length && keys[end]! < (key + 1) * NAMES_MAX) end += 1
    if (key !== ENDED && 1 < end - from) sortByNextTerms(forward, places, names.subarray(from, end), depth + 1)
    from = end
  }
}

/** Whether the name at `a` sorts after the name at `b`. All their terms before these positions are equal. */
function isAfter(forward: Uint32Array, a: number, b: number): boolean {
  for (let i = 0; ; i++) {
    const x = sortKeyAt(forward, a + i)
    const y = sortKeyAt(forward, b + i)
    if (x !== y) return y < x
    if (x === ENDED) return false
  }
}
