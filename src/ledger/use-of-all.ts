import { monthOf } from './calendar.ts'
import { readMonthState, scanTail, type UsedUnits } from './statement.ts'
import { readUsedUnits } from './tables/accounts.ts'
import { readSubjectSums } from './tables/audits.ts'
import type { Rows } from './tables/books.ts'
import { readSubjects } from './tables/subjects.ts'

/** What one account used in a month. */
export interface UseOfAccount {
  readonly account: string
  /** As in a statement. */
  readonly allowanceUnits: number
  readonly confirmedUnits: number
  /** They add up to the confirmed units. */
  readonly operations: readonly (UsedUnits & { readonly operation: string })[]
  /** The count and the journal disagree: the audit says how. */
  readonly differs: boolean
}

/** Every account that used something in the month, as its statement has it. Needs a snapshot. */
export async function sumUseOfAll(rows: Rows, period: string): Promise<UseOfAccount[]> {
  const subjects = await readSubjects(rows)
  const byAccount = new Map<string, Map<string, { requests: number; confirmedUnits: number }>>()
  const add = (subject: number, units: number, requests: number): void => {
    const owner = subjects.get(subject)
    // A damaged line. The sums differ, and say so.
    if (owner === undefined) return
    const { account, operation } = owner
    const operations = byAccount.getOrInsertComputed(account, () => new Map())
    const sums = operations.getOrInsertComputed(operation, () => ({ requests: 0, confirmedUnits: 0 }))
    sums.requests += requests
    sums.confirmedUnits += units
  }
  for (const { subject, units, requests } of await readSubjectSums(rows, period)) add(subject, units, requests)
  await scanTail(rows, monthOf(period)!, (subject, _day, units) => add(subject, units, 1))
  return (await readUsedUnits(rows, period, await readMonthState(rows, period))).flatMap((now) => {
    const found = [...(byAccount.get(now.account) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1))
    const operations = found.map(([operation, sums]) => ({ operation, ...sums }))
    const units = operations.reduce((sum, { confirmedUnits }) => sum + confirmedUnits, 0)
    if (units === 0 && now.confirmedUnits === 0) return []
    return [{ ...now, operations, differs: units !== now.confirmedUnits }]
  })
}
