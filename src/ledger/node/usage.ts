import type { MonthView } from '../books/accounts.ts'
import { countUnallocatedUnits } from '../books/equations.ts'
import { emptyPeriod } from '../books/open-period.ts'
import type { GrantRow } from '../books/rows.ts'
import type { HeldGrant } from './held-grant.ts'

/** What an account has used and may use in a month, at one moment. */
export interface Usage {
  readonly outcome: 'usage'
  readonly period: string
  readonly endsAtMs: number
  readonly allowanceUnits: number
  /** Charged: the debit is durable and the request was answered with success. */
  readonly confirmedUnits: number
  /** Prepared, in flight and pending together. */
  readonly reservedUnits: number
  /** Whether these requests succeeded is unknown. Not charged; lapses with the month. */
  readonly recoveryHoldUnits: number
  /** Free units in the grants of all nodes. */
  readonly preparedAvailableUnits: number
  /** Written or being written, and not acknowledged yet. */
  readonly pendingSpentUnits: number
  /** Admitted against a grant; their batch was not sent yet. */
  readonly inFlightReservedUnits: number
  readonly unallocatedUnits: number
  /** Free units in the grant of the answering node. */
  readonly availableUnits: number
}

/** `unavailable`: the database does not answer. */
export type UsageOutcome = Usage | { readonly outcome: 'unknown_account' | 'untrusted' | 'unavailable' }

/** What every answer shows of an account, from the node's memory without asking the books. */
export interface Credits {
  readonly outcome: 'credits'
  readonly period: string
  readonly endsAtMs: number
  readonly availableUnits: number
}

export type CreditsOutcome = Credits | { readonly outcome: 'untrusted' | 'unavailable' }

interface UsageInput {
  readonly view: MonthView
  /** The grants of the answering node, including those that it closed since the books were read. */
  readonly held: Pick<ReadonlyMap<number, HeldGrant>, 'get'>
  readonly shape: 'sole' | 'shared'
  readonly availableUnits: number
}

/**
 * The sums come from one snapshot of the books. Only how the unspent units of a grant are split comes from the node's
 * memory, or from the last report of another node.
 */
export function computeUsage(input: UsageInput): UsageOutcome {
  const { view } = input
  if (view.outcome === 'unknown_account') return view
  const period = view.period ?? emptyPeriod(view.account, view.month)
  const parts = view.grants.map((grant) => splitGrant(grant, input))
  const sum = (of: (part: Split) => number): number => parts.reduce((units, part) => units + of(part), 0)
  const prepared = sum((part) => part.prepared)
  const inFlight = sum((part) => part.inFlight)
  const pending = sum((part) => part.pending)
  return {
    outcome: 'usage',
    period: view.month.period,
    endsAtMs: period.endsAtMs,
    allowanceUnits: period.allowance,
    confirmedUnits: period.confirmed + sum((part) => part.acked),
    reservedUnits: prepared + inFlight + pending,
    recoveryHoldUnits: period.hold,
    preparedAvailableUnits: prepared,
    pendingSpentUnits: pending,
    inFlightReservedUnits: inFlight,
    unallocatedUnits: countUnallocatedUnits(period),
    availableUnits: input.availableUnits,
  }
}

interface Split {
  readonly acked: number
  readonly prepared: number
  readonly inFlight: number
  readonly pending: number
}

/** Keeps size = acked + pending + prepared + in flight, whatever changes meanwhile. */
function splitGrant(grant: GrantRow, { held, shape }: UsageInput): Split {
  const rest = grant.size - grant.spent
  const own = held.get(grant.id)
  if (own === undefined) {
    const inFlight = Math.min(grant.inFlightHint, rest)
    return { acked: grant.acked, prepared: rest - inFlight, inFlight, pending: grant.spent - grant.acked }
  }
  // Shared nodes count what is in the books, because confirmed units must not go back from one node's answer to the
  // next.
  const acked = shape === 'sole' ? Math.max(grant.acked, Math.min(own.acked, grant.spent)) : grant.acked
  const prepared = Math.min(own.free + own.returning, rest)
  const writtenSince = Math.max(0, grant.spent - own.spent)
  const committing = Math.min(Math.max(0, own.inCommit - writtenSince), rest - prepared)
  return { acked, prepared, inFlight: rest - prepared - committing, pending: grant.spent - acked + committing }
}
