import type { CompanyRule } from '../company-rule.ts'

export const wholeWordsFirst: CompanyRule = {
  name: 'whole_words_first',
  description: 'the name begins with these whole words',
  hits: 'called',
  // The letters of a form may be the beginning of a word: "alfa se".
  appliesTo: ({ reading, words }) =>
    reading.forms.length === 0 && reading.words.every((word) => 0 <= words.index.trie.termOf(word)),
  visit: ({ reading, words }, visit) => words.visitNamesByWholeWords(reading.words, visit),
  examples: { 'zvon kov': { name: 'Zvon Kov Lhota' } },
}
