import { dayAfter } from '../records/date.ts'
import type { ImportPlan, PastSet } from './import-plan.ts'
import { findMissingDays } from './missing-days.ts'

export type ImportDecision =
  | { readonly outcome: 'import' }
  /** The same files were imported last: nothing to do. */
  | { readonly outcome: 'already_imported'; readonly generation: number }
  /** The files that were imported last, this time with their day: only the day changes. */
  | { readonly outcome: 'dated'; readonly generation: number; readonly observedOn: string }
  /** Changes without a full set that they could change. */
  | { readonly outcome: 'no_base' }
  | { readonly outcome: 'gap'; readonly missing: string }
  | { readonly outcome: 'step_back'; readonly applied: string }
  /** A sample for a catalog of real data, or the reverse. */
  | { readonly outcome: 'mixed' }

export interface DecisionInput {
  readonly plan: ImportPlan
  readonly signature: string
  /** Oldest first. */
  readonly past: readonly PastSet[]
  /** Whether the catalog holds invented data so far; null while it is empty. */
  readonly inventedSoFar: boolean | null
  /** A withdrawn record waits for the next import to restore it. */
  readonly restoring: boolean
  /** The operator accepts days that no file covers. */
  readonly allowGap: boolean
}

export function decideImport(input: DecisionInput): ImportDecision {
  const { plan, inventedSoFar } = input
  if (inventedSoFar !== null && inventedSoFar !== plan.invented) return { outcome: 'mixed' }
  return plan.coverage === 'full' ? decideFull(input) : decideChanges(input)
}

function decideFull({ plan, signature, past, restoring }: DecisionInput): ImportDecision {
  const last = past.findLast((set) => set.coverage === 'full')
  if (last === undefined) return { outcome: 'import' }
  const same = last.signature === signature && last.projectionVersion === plan.projectionVersion
  if (same && !restoring) {
    const { generation } = last
    const { observedOn } = plan
    // With changes imported after it, another day of the full set would change their order.
    const isDated = observedOn !== null && observedOn !== last.observedOn && last === past.at(-1)
    return isDated ? { outcome: 'dated', generation, observedOn } : { outcome: 'already_imported', generation }
  }
  if (plan.observedOn !== null && plan.observedOn < last.observedOn)
    return { outcome: 'step_back', applied: last.observedOn }
  return { outcome: 'import' }
}

function decideChanges({ plan, signature, past, restoring, allowGap }: DecisionInput): ImportDecision {
  if (!past.some((set) => set.coverage === 'full')) return { outcome: 'no_base' }
  const same = past.findLast((set) => set.signature === signature)
  // Repeated changes write only restored records that were withdrawn in their version.
  if (same !== undefined && restoring) return { outcome: 'import' }
  if (same !== undefined) return { outcome: 'already_imported', generation: same.generation }
  const applied = lastDayOf(past)
  if (plan.observedOn === null) return { outcome: 'step_back', applied }
  // Its rows change only records that no later data have.
  if (findMissingDays(past).includes(plan.observedOn)) return { outcome: 'import' }
  if (plan.observedOn <= applied) return { outcome: 'step_back', applied }
  const expected = dayAfter(applied)
  if (expected < plan.observedOn && !allowGap) return { outcome: 'gap', missing: expected }
  return { outcome: 'import' }
}

/** The newest day of all sets: an init that is older than the dailies before it does not count. */
function lastDayOf(past: readonly PastSet[]): string {
  return (
    past
      .map((set) => set.observedOn)
      .toSorted()
      .at(-1) ?? ''
  )
}
