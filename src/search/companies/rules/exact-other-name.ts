import { areTerms, type CompanyRule } from '../company-rule.ts'

export const exactOtherName: CompanyRule = {
  name: 'exact_other_name',
  description: 'another name, mostly a former one, is exactly these words',
  hits: 'called',
  wantsForm: true,
  appliesTo: areTerms,
  visit: ({ reading, words }, visit) => words.visitExactNames(reading.words, visit, 'other'),
  examples: { tauris: { name: 'Omega s.r.o.', otherNames: ['Tauris s.r.o.'] } },
}
