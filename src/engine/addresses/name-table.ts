import { type SectionArray, section } from '../../stdx/section-file.ts'
import { NAME_END, TERM, WordIndex } from '../words/word-index.ts'

/** Before the names of its sections. */
export const NAMES = 'names.'
/** Increase it with the layout, so that the next release gets another table. */
export const NAME_TABLE_FORMAT = '2'
/** The longer names of streets are cut off. */
export const NAME_WORDS_MAX = 8

/**
 * The different names of streets and places, each once, with the streets and places that have it.
 *
 *     words       a word index whose documents are the names: each by its words, and by all of them in one
 *     dotted      which words of a name have a dot, as bits: "Svat. Čecha"
 *     cuts        behind which words of a place the rest may be left out, as bits: "Bratislava" of "Bratislava-Ružinov"
 *     documents   of each name, sorted by town and then by rank
 *     towns       the municipality of each street and place
 */
export class NameTable {
  readonly words: WordIndex
  readonly documents: Uint32Array
  readonly starts: Uint32Array
  readonly nameOf: Uint32Array
  readonly towns: Uint32Array
  readonly dotted: Uint8Array
  readonly cuts: Uint8Array

  constructor(all: Map<string, SectionArray>) {
    const sections = new Map<string, SectionArray>()
    for (const [name, array] of all) if (name.startsWith(NAMES)) sections.set(name.slice(NAMES.length), array)
    this.words = new WordIndex(sections)
    this.documents = section(sections, 'documents', Uint32Array)
    this.starts = section(sections, 'starts', Uint32Array)
    this.nameOf = section(sections, 'nameOf', Uint32Array)
    this.towns = section(sections, 'towns', Uint32Array)
    this.dotted = section(sections, 'dotted', Uint8Array)
    this.cuts = section(sections, 'cuts', Uint8Array)
  }

  wordsOf(name: number): string[] {
    const { forward, forwardStarts, trie } = this.words
    const words: string[] = []
    for (let at = forwardStarts[name]!; at < forwardStarts[name + 1]!; at++) {
      words.push(trie.termText(forward[at]! & TERM))
      if ((forward[at]! & NAME_END) !== 0) break
    }
    return words
  }

  /** The streets and places of this name in a municipality, as a range of `documents`. */
  inTown(name: number, town: number): { readonly from: number; readonly to: number } {
    const end = this.starts[name + 1]!
    let from = this.starts[name]!
    let high = end
    while (from < high) {
      const middle = (from + high) >>> 1
      if (this.towns[this.documents[middle]!]! < town) from = middle + 1
      else high = middle
    }
    let to = from
    while (to < end && this.towns[this.documents[to]!] === town) to += 1
    return { from, to }
  }
}
