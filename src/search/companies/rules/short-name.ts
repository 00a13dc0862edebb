import { SHORT_MARKS } from '../../../engine/companies/companies.ts'
import { type CompanyRule, hasShortName, visitShortNames } from '../company-rule.ts'

export const shortName: CompanyRule = {
  name: 'short_name',
  description: 'the first word is the short name of a large subject, the others are words of it or its place',
  hits: 'called',
  appliesTo: (question) => hasShortName(question, SHORT_MARKS.name),
  visit: (question, visit) => visitShortNames(question, SHORT_MARKS.name, visit),
  examples: { zzl: { name: 'Závody zlatých lyží; skrátený názov: ZZL' } },
}
