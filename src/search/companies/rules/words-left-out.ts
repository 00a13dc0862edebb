import { type CompanyRule, isBarest } from '../company-rule.ts'

export const wordsLeftOut: CompanyRule = {
  name: 'words_left_out',
  description: 'some of these, as above, and the others are left out',
  when: 'nothing',
  leavesOut: ['words_left_out'],
  isOrdered: true,
  appliesTo: isBarest,
  visit: ({ alike, reading }, visit) => {
    for (const { document, leavesOut } of alike.list(reading)) if (leavesOut && !visit(document)) return
  },
  examples: { 'predajna zvonarstvo trnava': { name: 'Zvonárstvo' } },
}
