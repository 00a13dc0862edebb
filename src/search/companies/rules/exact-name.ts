import { areTerms, type CompanyRule } from '../company-rule.ts'

export const exactName: CompanyRule = {
  name: 'exact_name',
  description: 'the name is exactly these words',
  hits: 'called',
  wantsForm: true,
  appliesTo: areTerms,
  visit: ({ reading, words }, visit) => words.visitExactNames(reading.words, visit, 'own'),
  examples: { 'Novák and syn': { name: 'Novák & syn' } },
}
