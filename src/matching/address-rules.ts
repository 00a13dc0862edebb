import type { Comparison, PartResult, PartResults, Status } from './part-result.ts'

export type AddressPart = 'street' | 'number' | 'part' | 'town' | 'postcode' | 'other'
export type AddressComparison = Comparison<AddressPart>

const SAME: readonly PartResult[] = ['equal']
const AS_WRITTEN: readonly PartResult[] = ['equal', 'written otherwise']
const ALIKE: readonly PartResult[] = [...AS_WRITTEN, 'typing error']
const FILLED: readonly PartResult[] = [...ALIKE, 'missing']
const MISSING: readonly PartResult[] = ['missing']
const WITH_MORE: readonly PartResult[] = ['equal', 'added']

type Lists = Readonly<Partial<Record<AddressPart, readonly PartResult[]>>>

/** The first rule that allows all results gives the status. A part without a list may have any result. */
interface Rule {
  readonly status: Status
  /** A part that neither the record nor the text has fits these lists. */
  readonly allows?: Lists
  /** The same for parts that must be there. */
  readonly requires?: Lists
}

export const ADDRESS_RULES: readonly Rule[] = [
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
    allows: { part: FILLED, postcode: [...FILLED, 'conflict'] },
    requires: { street: ALIKE, town: ALIKE },
  },
  { status: 'street', allows: { part: FILLED, town: FILLED }, requires: { street: ALIKE, postcode: ALIKE } },
  { status: 'town', requires: { town: ALIKE } },
  { status: 'none' },
]

/** What each result takes from 100. */
export const ADDRESS_PENALTIES: Readonly<Record<AddressPart, Readonly<Partial<Record<PartResult, number>>>>> = {
  street: { 'written otherwise': 1, 'typing error': 4, missing: 40, conflict: 60 },
  number: { 'written otherwise': 1, 'typing error': 6, missing: 40, conflict: 60 },
  part: { 'written otherwise': 1, 'typing error': 4, missing: 4, conflict: 40 },
  town: { 'written otherwise': 1, 'typing error': 4, missing: 6, conflict: 20 },
  postcode: { 'written otherwise': 1, 'typing error': 4, missing: 3, conflict: 20 },
  other: { added: 2, conflict: 14 },
}

export function applyRules(parts: PartResults<AddressPart>): Omit<AddressComparison, 'parts'> {
  const { status } = ADDRESS_RULES.find(
    ({ allows = {}, requires = {} }) => fits(parts, allows, true) && fits(parts, requires, false),
  )!
  let [score, fit] = [100, 100]
  for (const [part, result] of Object.entries(parts) as [AddressPart, PartResult][]) {
    const penalty = ADDRESS_PENALTIES[part][result] ?? 0
    score -= penalty
    if (result !== 'missing') fit -= penalty
  }
  return { status, score: Math.max(0, score), fit }
}

function fits(parts: PartResults<AddressPart>, lists: Lists, mayBeAbsent: boolean): boolean {
  for (const part in lists) {
    const result = parts[part as AddressPart]
    if (result === undefined ? !mayBeAbsent : !lists[part as AddressPart]!.includes(result)) return false
  }
  return true
}
