import { PLACE_MARK } from '../../../engine/companies/companies.ts'
import { areSeveral, type CompanyRule } from '../company-rule.ts'

export const nameAndPlace: CompanyRule = {
  name: 'name_and_place',
  description: 'the name is exactly the first of these words, and the municipality has the others',
  hits: 'called',
  appliesTo: areSeveral,
  visit: ({ reading, words }, visit) =>
    words.visitAllWords(
      reading.words,
      (document) => !words.isNamedByFirst(document, reading.words) || visit(document),
      PLACE_MARK,
    ),
  examples: { 'totalenergo kamenec': { name: 'TotalEnergo', municipality: 'Kamenec' } },
}
