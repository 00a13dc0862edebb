import { type ChunkedArray, chunkedU32, concatU32 } from '../../stdx/chunked-array.ts'
import type { SectionSource } from '../../stdx/section-file.ts'
import { reorder } from '../../stdx/stable-order.ts'
import { buildSignatures, foldPostings } from './bloom-signature-builder.ts'
import { EMPTY_NAME, type ForwardRecords } from './forward-records.ts'
import { buildNameSections } from './name-order.ts'
import { buildPostings, countDocuments } from './postings-builder.ts'
import { TermTable } from './term-table.ts'
import { NAME_END, NO_NAME, rangeMinimumSections, TERM } from './word-index.ts'
import { buildTrieNodes } from './word-trie-builder.ts'

/** A document to index. */
export interface WordDocument {
  /** Its own name as folded words, then its other and former names. */
  readonly names: readonly (readonly string[])[]
  /** Other words that find it, in any order. */
  readonly more: readonly string[]
}

/**
 * Makes the sections of a `WordIndex`. Documents are added as strings by `add`, or as numbers of `terms` by
 * `beginDocument`, `addName` for each name and `addWord` for each further word.
 */
export class WordIndexBuilder {
  /** Texts that no document has stay out of the index. */
  readonly terms = new TermTable()
  readonly #numbers = new Map<string, number>()
  #forward = chunkedU32()
  #starts = chunkedU32()
  #documentStart = 0

  add({ names, more }: WordDocument): void {
    this.beginDocument()
    for (const words of names) {
      const terms = words.map((word) => this.#numberOf(word))
      this.addName(terms, terms.length)
    }
    for (const word of more) this.addWord(this.#numberOf(word))
  }

  beginDocument(): void {
    this.#documentStart = this.#forward.length
    this.#starts.push(this.#documentStart)
  }

  /** The first `length` of the terms. */
  addName(terms: Uint32Array | readonly number[], length: number): void {
    // A name without words is stored too, because the first name is the document's own.
    if (length === 0 && this.#forward.length === this.#documentStart) this.#forward.push(EMPTY_NAME)
    for (let i = 0; i < length; i++) this.#forward.push((terms[i]! | (i === length - 1 ? NAME_END : 0)) >>> 0)
  }

  addWord(term: number): void {
    this.#forward.push((term | NO_NAME) >>> 0)
  }

  /**
   * Call it once, at the end. `order` lists the documents to index in rank order; without it they are in the order in
   * which they were added.
   */
  sections(order?: Uint32Array): Record<string, SectionSource> {
    this.#starts.push(this.#forward.length)
    const { forward, starts } =
      order === undefined
        ? { forward: concatU32(this.#forward), starts: concatU32(this.#starts) }
        : reorderRecords(this.#forward, this.#starts, order)
    this.#forward = chunkedU32()
    this.#starts = chunkedU32()
    const counts = countDocuments({ forward, starts, terms: this.terms.length })
    const sorted = this.terms.sort((term) => counts[term] !== 0)
    renumber(forward, sorted.places)
    const records: ForwardRecords = { forward, starts, terms: sorted.starts.length - 1 }
    // Sorting names takes the most memory, so it runs before the other sections exist.
    const names = buildNameSections(records)
    const nodes = buildTrieNodes(sorted)
    const postings = buildPostings(records, reorder(counts, sorted.numbers))
    const signatures = buildSignatures(records, sorted)
    return {
      'words.termBytes': sorted.bytes,
      'words.termStarts': sorted.starts,
      'words.nodeLetters': nodes.letters,
      'words.nodeChild': nodes.child,
      'words.nodeLow': nodes.low,
      'words.forward': forward,
      'words.forwardStarts': starts,
      'words.signaturesLow': signatures.low,
      'words.signaturesHigh': signatures.high,
      'words.postingStarts': postings.starts,
      'words.postings': postings.documents,
      'words.postingSignatures': foldPostings(postings.documents, signatures),
      ...rangeMinimumSections('words.firstDocuments', postings.first),
      ...names,
    }
  }

  #numberOf(word: string): number {
    let number = this.#numbers.get(word)
    if (number === undefined) {
      number = this.terms.internText(word)
      this.#numbers.set(word, number)
    }
    return number
  }
}

/** The records in this order. */
function reorderRecords(forward: ChunkedArray<Uint32Array>, starts: ChunkedArray<Uint32Array>, order: Uint32Array) {
  const sources = new Uint32Array(order.length)
  const newStarts = new Uint32Array(order.length + 1)
  for (let i = 0; i < order.length; i++) {
    sources[i] = starts.at(order[i]!)
    newStarts[i + 1] = newStarts[i]! + starts.at(order[i]! + 1) - sources[i]!
  }
  const newForward = new Uint32Array(newStarts[order.length]!)
  for (let i = 0; i < order.length; i++) {
    const end = newStarts[i + 1]!
    for (let at = newStarts[i]!, source = sources[i]!; at < end; ) newForward[at++] = forward.at(source++)
  }
  return { forward: newForward, starts: newStarts }
}

function renumber(forward: Uint32Array, places: Uint32Array): void {
  for (let i = 0; i < forward.length; i++) {
    const entry = forward[i]!
    if (entry !== EMPTY_NAME) forward[i] = ((entry & ~TERM) | places[entry & TERM]!) >>> 0
  }
}
