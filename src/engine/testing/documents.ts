import { fc } from '../../stdx/testing/properties.ts'
import { loadSections } from '../../stdx/testing/sections.ts'
import { WordIndex } from '../words/word-index.ts'
import { type WordDocument, WordIndexBuilder } from '../words/word-index-builder.ts'

/** Marks words that match only if the mark is passed. */
export const MARK = '@'

/** Few letters, so that words collide, are prefixes of each other and differ by a typo. */
const letter = fc.constantFrom('a', 'b', 'c')
const short = fc.string({ unit: letter, minLength: 1, maxLength: 3 })
const long = fc.string({ unit: letter, minLength: 4, maxLength: 9 })
const odd = fc.constantFrom('2', 'a1', 'žу', '𝒳a', '\ue000b', 'ab12', 'abca1')
export const exampleWord = fc.oneof(
  { weight: 5, arbitrary: short },
  { weight: 5, arbitrary: long },
  { weight: 1, arbitrary: odd },
)

export const exampleDocument: fc.Arbitrary<WordDocument> = fc.record({
  names: fc.array(fc.array(exampleWord, { maxLength: 3 }), { minLength: 1, maxLength: 3 }),
  more: fc.array(withMark(exampleWord), { maxLength: 2 }),
})

/** With and without a mark. */
export function withMark(word: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const marked = word.map((one) => MARK + one)
  return fc.oneof(word, marked)
}

export function indexOf(documents: readonly WordDocument[]): WordIndex {
  const builder = new WordIndexBuilder()
  for (const document of documents) builder.add(document)
  return new WordIndex(loadSections(builder.sections()))
}

/** Receives the documents that a search visits; false ends the search. */
export type Visit = (document: number) => boolean

/** The documents that are visited, as many at most. */
export function visited(ask: (visit: Visit) => void, most = Number.POSITIVE_INFINITY): number[] {
  const found: number[] = []
  ask((document) => found.push(document) < most)
  return found
}
