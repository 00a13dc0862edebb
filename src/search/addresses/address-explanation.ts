import type { SearchCost } from '../search-trace.ts'
import type { AddressHit, HitOrigin } from './address-hit.ts'
import type { AddressQuery, AddressReading } from './address-reading.ts'
import type { AddressSearch, AddressStep } from './address-search.ts'
import type { Position } from './distance-bands.ts'
import { hasOkresLabel } from './okres-filter.ts'

/** What a search did, as plain data. `regista explain` prints it. */
export interface AddressExplanation extends SearchCost {
  readonly query: string
  readonly readings: readonly AddressReading[]
  /** An okres was typed, but the addresses of the release have none. */
  readonly okres: 'not imported' | null
  /** Every tier that was tried, in order. */
  readonly asked: readonly ExplainedAddressStep[]
  readonly hits: readonly AddressHit[]
  /** Why the first hit is the first. */
  readonly because: string
}

export interface ExplainedAddressStep extends Omit<AddressStep, 'tier' | 'rule'> {
  readonly rule: string
  readonly tier: HitOrigin['tier']
  /** What the rule and the tier match, as a sentence. */
  readonly says: string
}

export function explainAddresses(
  search: AddressSearch,
  { query: text, ...options }: { readonly query: string; readonly limit: number; readonly near?: Position },
): AddressExplanation {
  let query: AddressQuery | undefined
  let cost: SearchCost | undefined
  const asked: ExplainedAddressStep[] = []
  const hits = search.search(text, {
    ...options,
    trace: {
      onQuery: (parsed) => (query = parsed),
      onStep: ({ tier, rule, ...step }) => {
        const says = tier === null ? rule.description : `${rule.description}: ${tier.description}`
        asked.push({ ...step, tier: tier?.name ?? 'joined', rule: rule.name, says })
      },
      onEnd: (spent) => (cost = spent),
    },
  })
  const { items, readings } = query!
  const okres = hasOkresLabel(items) && !search.hasCounties ? 'not imported' : null
  return { query: text, readings, okres, asked, ...cost!, hits, because: explainFirst({ hits, asked, readings }) }
}

function explainFirst({ hits, asked, readings }: Pick<AddressExplanation, 'hits' | 'asked' | 'readings'>): string {
  const first = hits[0]
  if (first === undefined) return `nothing was found in ${readings.length} readings`
  const { reading, tier, document, grade } = first.found
  const before = asked.findIndex((one) => 0 < one.hitsAdded)
  const empty =
    before <= 0 ? 'the first tier that was tried found it' : `${before} tiers that were tried before found nothing`
  const rank = document === null ? '' : `, rank ${document} of all streets and places`
  return `${empty}: reading ${reading + 1}, tier ${tier}${grade === null ? '' : `, ${grade}`}${rank}`
}
