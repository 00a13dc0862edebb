import type { AddressRule } from '../addresses/address-rule.ts'
import { ADDRESS_RULES } from '../addresses/address-rules.ts'

/** The rules that a plain scan knows too: all but those that join names, and no rule asks what names were joined. */
export const TIER_RULES: readonly AddressRule[] = ADDRESS_RULES.filter(({ name }) => !name.startsWith('joined')).map(
  (rule) => (rule.name.includes('typo') ? { ...rule, appliesTo: () => true } : rule),
)
