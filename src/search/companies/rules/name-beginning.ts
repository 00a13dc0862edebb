import { areTerms, type CompanyRule } from '../company-rule.ts'

export const nameBeginning: CompanyRule = {
  name: 'name_beginning',
  description: 'the name begins with these words',
  hits: 'begun',
  appliesTo: areTerms,
  visit: ({ reading, words }, visit) => words.visitNamesByPrefix(reading.words, visit, 'own'),
  examples: { zvonar: { name: 'Zvonárstvo' } },
}
