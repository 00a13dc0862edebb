import { PLACE_MARK } from '../../../engine/companies/companies.ts'
import { areSeveral, type CompanyRule } from '../company-rule.ts'

/** So many companies of each way to join two words. */
const WAY_MAX = 32

export const joinedWords: CompanyRule = {
  name: 'joined_words',
  description: 'two neighbouring words are one word of the name; the municipality may have the others',
  appliesTo: areSeveral,
  visit: ({ reading, words }, visit) => {
    const found = new Set<number>()
    const mayBe = (joined: string): boolean => words.index.trie.findPrefix(joined, { low: 0, high: 0 })
    for (const way of joinNeighbours(reading.words, mayBe)) {
      let left = WAY_MAX
      words.visitAllWords(way, (document) => found.add(document) && 0 < --left, way.length === 1 ? '' : PLACE_MARK)
    }
    for (const document of [...found].sort((a, b) => a - b)) if (!visit(document)) return
  },
  examples: { 'total energo kamenec': { name: 'TotalEnergo', municipality: 'Kamenec' } },
}

/** "total energies" → "totalenergies", if that may be a word */
export function joinNeighbours(words: readonly string[], mayBe: (joined: string) => boolean): string[][] {
  const ways: string[][] = []
  for (let i = 0; i + 1 < words.length; i++) {
    const joined = words[i]! + words[i + 1]!
    if (mayBe(joined)) ways.push(words.toSpliced(i, 2, joined))
  }
  return ways
}
