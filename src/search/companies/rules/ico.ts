import { type CompanyRule, isFirstReading } from '../company-rule.ts'

export const ico: CompanyRule = {
  name: 'ico',
  description: 'the company number, or one with the right check digit among the words',
  hits: 'numbered',
  appliesTo: (question) => isFirstReading(question) && (question.query.digits ?? question.query.number) !== null,
  visit: ({ query, icos }, visit) => icos.visitEqual(query.digits ?? query.number!, visit),
  examples: {
    '75078': { name: 'Alfa s.r.o.', ico: '00075078' },
    'Delta, Dlouhá 12, IČO: 366 311 24': { name: 'Delta Gama, spol. s r.o.', ico: '36631124' },
  },
}
