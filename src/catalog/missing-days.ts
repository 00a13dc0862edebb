import { dayAfter } from '../records/date.ts'
import type { PastSet } from './import-plan.ts'

/**
 * Days without changes between the newest full set and the newest changes. Some records may be outdated until the
 * changes of such a day are imported, or a full set of that day or a later one.
 */
export function findMissingDays(past: readonly Pick<PastSet, 'coverage' | 'observedOn'>[]): string[] {
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
