import { PLACE_MARK } from '../../../engine/companies/companies.ts'
import type { CompanyRule } from '../company-rule.ts'

export const firstWordAndOthers: CompanyRule = {
  name: 'first_word_and_others',
  description: 'the name begins with the first word, and has the others, or the municipality has them',
  hits: 'called',
  appliesTo: ({ reading, words }) => 1 < reading.words.length && 0 <= words.index.trie.termOf(reading.words[0]!),
  visit: ({ reading, words }, visit) =>
    words.visitAllWords(
      reading.words,
      (document) => !words.nameBeginsWith(document, reading.words[0]!) || visit(document),
      PLACE_MARK,
    ),
  examples: { 'zvon lhota': { name: 'Zvon Kov Lhota' } },
}
