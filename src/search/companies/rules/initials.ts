import { SHORT_MARKS } from '../../../engine/companies/companies.ts'
import { type CompanyRule, hasShortName, visitShortNames } from '../company-rule.ts'

export const initials: CompanyRule = {
  name: 'initials',
  description: 'the first word is the initials of a joint-stock company, the others are words of it or its place',
  hits: 'called',
  appliesTo: (question) => hasShortName(question, SHORT_MARKS.initials),
  visit: (question, visit) => visitShortNames(question, SHORT_MARKS.initials, visit),
  examples: { pku: { name: 'Prvá kovová únia, a.s.', legalForm: { code: '121', name: 'a.s.', codelist: 'x' } } },
}
