import { type SectionArray, type SectionSource, section } from '../../stdx/section-file.ts'
import { textArrays } from '../../stdx/text-sections.ts'
import type { Postings } from './k-way-merge.ts'
import { buildRangeMinimum, RangeMinimum } from './range-minimum.ts'
import { WordTrie } from './word-trie.ts'

/*
 * How documents are found by words. Documents are numbered in rank order, the best is 0. Terms are numbered in the
 * order of their bytes, so that a prefix is a term range, and names compare as lists of numbers.
 *
 *     forward[forwardStarts[d] …]   the terms of document d: its name, its other names, further words
 *     signatures                    a few bits of each document's words, to skip documents (`bloom-signature.ts`)
 *     postings                      the documents of each term, ascending
 *     postingSignatures             the folded signature of each posting's document
 *     firstDocuments + range minimum   the best document of any term range
 *     nameOrder + range minimum        documents sorted by name: a name or a prefix is a range
 *     otherNameOrder + range minimum   the same for other names, each with its position in `forward`
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
  /** As signed numbers: bits are compared, not values. */
  readonly signaturesLow: Int32Array
  readonly signaturesHigh: Int32Array
  readonly postings: Postings
  readonly postingSignatures: Uint16Array
  readonly firstDocuments: RangeMinimum
  readonly nameOrder: RangeMinimum
  /** The first place in `nameOrder` of names that begin with a term or a later one. */
  readonly nameStarts: Uint32Array
  readonly otherNameOrder: RangeMinimum
  readonly otherNamePlaces: Uint32Array

  constructor(sections: Map<string, SectionArray>) {
    const bytes = (name: string) => section(sections, `words.${name}`, Uint8Array)
    const numbers = (name: string) => section(sections, `words.${name}`, Uint32Array)
    this.trie = new WordTrie(textArrays(sections, 'words.term'), {
      letters: bytes('nodeLetters'),
      child: numbers('nodeChild'),
      low: numbers('nodeLow'),
    })
    this.forward = numbers('forward')
    this.forwardStarts = numbers('forwardStarts')
    this.signaturesLow = section(sections, 'words.signaturesLow', Int32Array)
    this.signaturesHigh = section(sections, 'words.signaturesHigh', Int32Array)
    this.postings = { starts: numbers('postingStarts'), documents: numbers('postings') }
    this.postingSignatures = section(sections, 'words.postingSignatures', Uint16Array)
    this.firstDocuments = readRangeMinimum(sections, 'words.firstDocuments')
    this.nameOrder = readRangeMinimum(sections, 'words.nameOrder')
    this.nameStarts = numbers('nameStarts')
    this.otherNameOrder = readRangeMinimum(sections, 'words.otherNameOrder')
    this.otherNamePlaces = numbers('otherNamePlaces')
    this.documents = this.forwardStarts.length - 1
  }
}

/** The sections of an array and of its range minimum. */
export function rangeMinimumSections(name: string, values: Uint32Array): Record<string, SectionSource> {
  const { places, table } = buildRangeMinimum(values)
  return { [name]: values, [`${name}Places`]: places, [`${name}Table`]: table }
}

export function readRangeMinimum(sections: Map<string, SectionArray>, name: string): RangeMinimum {
  return new RangeMinimum(section(sections, name, Uint32Array), {
    places: section(sections, `${name}Places`, Uint8Array),
    table: section(sections, `${name}Table`, Uint32Array),
  })
}
