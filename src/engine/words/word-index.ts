import { type SectionArray, type SectionSource, section } from '../../stdx/section-file.ts'
import { levelsAbove, MinimumTree } from './minimum-tree.ts'
import type { Postings } from './smallest-first.ts'
import { type TermRange, WordTrie } from './word-trie.ts'

/*
 * How documents are found by words. Documents are numbered in rank order, the best is 0. Terms are numbered in the order of their bytes,
 * so that a prefix is a stretch of terms and names compare as lists of numbers.
 *
 *     forward[forwardStarts[d] …]   the terms of document d: its name, its other names, further words
 *     postings                      the documents of each term, ascending
 *     firstDocuments + tree         the best document of any stretch of terms
 *     nameOrder + tree              documents sorted by name: exact names and name prefixes are stretches; the best of any stretch
 *     otherNameOrder + tree         the same for other names, each with its place in `forward`
 */

/** On the last term of a name. */
export const NAME_END = 0x8000_0000
/** On words that belong to no name. */
export const NO_NAME = 0x4000_0000
export const TERM = 0x3fff_ffff

export class WordIndex {
  readonly documents: number
  readonly trie: WordTrie
  readonly forward: Uint32Array
  readonly forwardStarts: Uint32Array
  readonly postings: Postings
  readonly firstDocuments: MinimumTree
  readonly nameOrder: MinimumTree
  /** The first place in `nameOrder` of names that begin with a term or a later one. */
  readonly nameStarts: Uint32Array
  readonly otherNameOrder: MinimumTree
  readonly otherNamePlaces: Uint32Array

  constructor(sections: Map<string, SectionArray>) {
    const bytes = (name: string) => section(sections, `words.${name}`, Uint8Array)
    const numbers = (name: string) => section(sections, `words.${name}`, Uint32Array)
    this.trie = new WordTrie(
      { bytes: bytes('termBytes'), starts: numbers('termStarts') },
      { letters: bytes('nodeLetters'), child: numbers('nodeChild'), low: numbers('nodeLow') },
    )
    this.forward = numbers('forward')
    this.forwardStarts = numbers('forwardStarts')
    this.postings = { starts: numbers('postingStarts'), documents: numbers('postings') }
    this.firstDocuments = new MinimumTree(numbers('firstDocuments'), numbers('firstDocumentsAbove'))
    this.nameOrder = new MinimumTree(numbers('nameOrder'), numbers('nameOrderAbove'))
    this.nameStarts = numbers('nameStarts')
    this.otherNameOrder = new MinimumTree(numbers('otherNameOrder'), numbers('otherNameOrderAbove'))
    this.otherNamePlaces = numbers('otherNamePlaces')
    this.documents = this.forwardStarts.length - 1
  }

  /** Whether one of the document's words is a term of the stretch. */
  hasWord(document: number, { low, high }: TermRange): boolean {
    const end = this.forwardStarts[document + 1]!
    for (let at = this.forwardStarts[document]!; at < end; at++) {
      const term = this.forward[at]! & TERM
      if (low <= term && term < high) return true
    }
    return false
  }
}

/** An array and the minimum tree over it, as sections. */
export function treeSections(name: string, values: Uint32Array): Record<string, SectionSource> {
  return { [name]: values, [`${name}Above`]: levelsAbove(values) }
}
