import { type CompanyRule, isFirstReading } from '../company-rule.ts'

export const icoBeginning: CompanyRule = {
  name: 'ico_beginning',
  description: 'the company number begins with these digits; then those that do so without their leading zeros',
  hits: 'numbered',
  appliesTo: (question) => isFirstReading(question) && question.query.digits !== null,
  visit: ({ query, icos }, visit) => icos.visitBeginnings(query.digits!, visit),
  examples: {
    'ičo 3663': { name: 'Delta Gama, spol. s r.o.', ico: '36631124' },
    '7507': { name: 'Alfa s.r.o.', ico: '00075078' },
  },
}
