import { areTerms, type CompanyRule } from '../company-rule.ts'

export const wordsOfName: CompanyRule = {
  name: 'words_of_name',
  description: 'its names have all these words, in any order',
  appliesTo: areTerms,
  visit: ({ reading, words }, visit) => words.visitAllWords(reading.words, visit),
  examples: { 'kov zvon': { name: 'Zvon Kov Lhota' } },
}
