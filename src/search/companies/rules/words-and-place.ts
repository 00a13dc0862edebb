import { PLACE_MARK } from '../../../engine/companies/companies.ts'
import { areSeveral, type CompanyRule } from '../company-rule.ts'

export const wordsAndPlace: CompanyRule = {
  name: 'words_and_place',
  description: 'the name and the municipality together have all these words',
  appliesTo: areSeveral,
  visit: ({ reading, words }, visit) => words.visitAllWords(reading.words, visit, PLACE_MARK),
  examples: { 'kamenec totalenergo': { name: 'TotalEnergo', municipality: 'Kamenec' } },
}
