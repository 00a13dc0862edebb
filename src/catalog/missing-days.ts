import { dayAfter } from '../records/date.ts'
import type { PastSet } from './import-plan.ts'

/**
 * Days between the newest full set and the newest changes that no changes cover. Records may be older than their source says until a full set
 * of such a day or a later one is imported, or the changes of the day themselves.
 */
export function missingDays(past: readonly Pick<PastSet, 'coverage' | 'observedOn'>[]): string[] {
  const days = (coverage: PastSet['coverage']): string[] =>
    past
      .filter((set) => set.coverage === coverage)
      .map((set) => set.observedOn)
      .toSorted()
  const base = days('full').at(-1)
  const covered = new Set(days('changes'))
  const last = days('changes').at(-1)
  if (base === undefined || last === undefined) return []
  const missing: string[] = []
  for (let day = dayAfter(base); day < last; day = dayAfter(day)) if (!covered.has(day)) missing.push(day)
  return missing
}
