import { SHORT_MARKS } from '../../../engine/companies/companies.ts'
import { type CompanyRule, visitShort } from '../company-rule.ts'

export const ampersandName: CompanyRule = {
  name: 'ampersand_name',
  description: 'the name begins with two words that begin with these letters, and has "&" between them',
  hits: 'called',
  // A reading without a legal form may lack the letters: "Z & S".
  appliesTo: ({ query, reading }) => query.ampersand?.replace('&', '') === reading.words[0],
  visit: ({ query: { ampersand }, reading: { words: typed }, words }, visit) =>
    visitShort(words, [SHORT_MARKS.name + ampersand!, ...typed.slice(1)], visit),
  examples: { 'q&g': { name: 'Quarter & Gable s.r.o.' } },
}
