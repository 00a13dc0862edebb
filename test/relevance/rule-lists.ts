import { ADDRESS_RULES } from '../../src/search/addresses/address-rules.ts'
import { COMPANY_RULES } from '../../src/search/companies/company-rules.ts'

/** The lists of rules of the searches, in which a trial leaves one out. */
export interface RuleLists {
  readonly companies: typeof COMPANY_RULES
  readonly addresses: typeof ADDRESS_RULES
}

export const ALL_RULES: RuleLists = { companies: COMPANY_RULES, addresses: ADDRESS_RULES }

/** Their names. No company rule is called like an address rule. */
export const RULE_NAMES: readonly string[] = [...COMPANY_RULES.flat(), ...ADDRESS_RULES].map(({ name }) => name)

export function withoutRule(left: string): RuleLists {
  return {
    companies: COMPANY_RULES.map((group) => group.filter(({ name }) => name !== left)),
    addresses: ADDRESS_RULES.filter(({ name }) => name !== left),
  }
}
