import { EMPTY_NAME, type ForwardRecords } from './forward-records.ts'
import { TERM } from './word-index.ts'

const NOWHERE = 0xffff_ffff

/**
 * Counts the documents of each term. A document that has a term twice counts once.
 */
export function countDocuments({ forward, starts, terms }: ForwardRecords): Uint32Array {
  const counts = new Uint32Array(terms)
  const seen = new Uint32Array(terms).fill(NOWHERE)
  for (let document = 0; document + 1 < starts.length; document++) {
    for (let at = starts[document]!; at < starts[document + 1]!; at++) {
      if (forward[at] === EMPTY_NAME) continue
      const term = forward[at]! & TERM
      if (seen[term] === document) continue
      seen[term] = document
      counts[term]! += 1
    }
  }
  return counts
}

export interface PostingLists {
  readonly starts: Uint32Array
  readonly documents: Uint32Array
  /** The first document of each term. */
  readonly first: Uint32Array
}

/** `counts`: how many documents have each term, at least one. */
export function buildPostings({ forward, starts, terms }: ForwardRecords, counts: Uint32Array): PostingLists {
  const ends = new Uint32Array(terms + 1)
  ends.set(counts, 1)
  for (let term = 0; term < terms; term++) ends[term + 1]! += ends[term]!
  const documents = new Uint32Array(ends[terms]!).fill(NOWHERE)
  const next = ends.slice(0, terms)
  for (let document = 0; document + 1 < starts.length; document++) {
    for (let at = starts[document]!; at < starts[document + 1]!; at++) {
      if (forward[at] === EMPTY_NAME) continue
      const term = forward[at]! & TERM
      const place = next[term]!
      // A document that has the term twice gets one posting.
      if (ends[term]! < place && documents[place - 1] === document) continue
      documents[place] = document
      next[term] = place + 1
    }
  }
  const first = new Uint32Array(terms)
  for (let term = 0; term < terms; term++) first[term] = documents[ends[term]!]!
  return { starts: ends, documents, first }
}
