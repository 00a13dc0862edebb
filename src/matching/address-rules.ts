import { ALIKE, AS_WRITTEN, type Comparison, type PartResult, type Rules, SAME } from './part-result.ts'

export type AddressPart = 'street' | 'number' | 'part' | 'town' | 'postcode' | 'other'
export type AddressComparison = Comparison<AddressPart>

const FILLED: readonly PartResult[] = [...ALIKE, 'missing']
const MISSING: readonly PartResult[] = ['missing']
const WITH_MORE: readonly PartResult[] = ['equal', 'added']

export const ADDRESS_RULES: Rules<AddressPart> = {
  statuses: [
    { status: 'exact', allows: { street: SAME, number: SAME, part: SAME, town: SAME, postcode: SAME, other: SAME } },
    {
      status: 'corrected',
      allows: { street: ALIKE, number: ALIKE, part: ALIKE, town: ALIKE, postcode: ALIKE, other: WITH_MORE },
    },
    // A wrong postal code, where everything else is as in the register.
    {
      status: 'corrected',
      allows: { number: SAME, part: AS_WRITTEN, other: WITH_MORE },
      requires: { street: AS_WRITTEN, town: AS_WRITTEN, postcode: ['conflict'] },
    },
    // A village with the town of its post.
    {
      status: 'corrected',
      allows: { street: [], other: WITH_MORE },
      requires: { number: SAME, part: AS_WRITTEN, town: ['conflict'], postcode: SAME },
    },
    {
      status: 'completed',
      allows: { street: ALIKE, number: ALIKE, part: FILLED, town: ALIKE, postcode: FILLED, other: WITH_MORE },
    },
    // A part in place of its town.
    {
      status: 'completed',
      allows: { street: ALIKE, number: ALIKE, postcode: FILLED, other: WITH_MORE },
      requires: { part: ALIKE, town: MISSING },
    },
    {
      status: 'completed',
      allows: { number: ALIKE, part: FILLED, other: WITH_MORE },
      requires: { street: ALIKE, town: MISSING, postcode: AS_WRITTEN },
    },
    { status: 'conflict', allows: { street: ALIKE, number: ALIKE } },
    {
      status: 'street',
      // A street with several postal codes has none.
      allows: { part: FILLED, postcode: [...FILLED, 'added', 'conflict'] },
      requires: { street: ALIKE, town: ALIKE },
    },
    { status: 'street', allows: { part: FILLED, town: FILLED }, requires: { street: ALIKE, postcode: ALIKE } },
    { status: 'town', requires: { town: ALIKE } },
    { status: 'none' },
  ],
  penalties: {
    street: { 'written otherwise': 1, 'typing error': 4, missing: 40, conflict: 60 },
    number: { 'written otherwise': 3, 'typing error': 6, missing: 40, conflict: 60 },
    part: { 'written otherwise': 1, 'typing error': 4, missing: 4, conflict: 40 },
    town: { 'written otherwise': 1, 'typing error': 4, missing: 6, conflict: 20 },
    postcode: { 'written otherwise': 1, 'typing error': 4, missing: 3, conflict: 20 },
    other: { added: 2, conflict: 14 },
  },
}
