import { type CompanyRule, isBarest } from '../company-rule.ts'

export const repaired: CompanyRule = {
  name: 'repaired',
  description:
    'each of these is a word of the name or the seat: mistyped, glued, split, begun, abbreviated or inflected',
  when: 'few',
  isOrdered: true,
  appliesTo: isBarest,
  visit: ({ alike, reading }, visit) => {
    for (const { document, leavesOut } of alike.list(reading)) if (!leavesOut && !visit(document)) return
  },
  examples: {
    zvonarstov: { name: 'Zvonárstvo' },
    'totalneergo kamnec': { name: 'TotalEnergo', municipality: 'Kamenec' },
    'zvonkov lhota': { name: 'Zvon Kov Lhota' },
    stavbymerel: { name: 'Stavby Merle' },
    'stavby v brne': { name: 'Stavby', municipality: 'Brno' },
    'svj zelenky 12 lipnik n. b.': { name: 'Společenství vlastníků jednotek M. Zelenky 12, Lipník nad Bečvou' },
  },
}
