import type { AuditInput } from './audit-input.ts'
import { CLOCK_DOUBT } from './clock-doubt.ts'
import { type Difference, findDifference, makeDifference, makeMissing } from './difference.ts'
import type { AccountRow, AllowanceChange, PeriodRow } from './rows.ts'

/**
 * Checks that each allowance is the one that was last set, and that each change continues the one before. E10 is only
 * as reliable as the largest allowance in the books.
 */
export function checkAllowances(
  accounts: ReadonlyMap<string, AccountRow>,
  { changes, periods, notices }: Pick<AuditInput, 'changes' | 'periods' | 'notices'>,
): (Difference | undefined)[] {
  const returns = notices.flatMap(({ reason, atMs }) => (reason === CLOCK_DOUBT ? [atMs] : []))
  const byAccount = Map.groupBy(changes, ({ account }) => account)
  return [
    ...[...byAccount.values()].flatMap(checkSequence),
    ...[...byAccount.keys()]
      .filter((account) => !accounts.has(account))
      .map((account) => makeMissing('orphan', { account }, 'the account', 'its allowance was set, so it should be')),
    ...[...accounts.values()].map((account) => {
      const set = byAccount.get(account.account)?.at(-1)?.to ?? 'none'
      const comparison = {
        what: 'the allowance',
        is: account.allowance,
        against: 'what was last set is',
        shouldBe: set,
      }
      return findDifference('allowance', { account: account.account }, comparison)
    }),
    ...periods.map((period) => checkMonthAllowance(period, byAccount.get(period.account) ?? [], returns)),
  ]
}

function checkSequence(changes: readonly AllowanceChange[]): (Difference | undefined)[] {
  return changes.map(({ account, from }, i) => {
    const is = from ?? 'none'
    const shouldBe = changes[i - 1]?.to ?? 'none'
    const what = `the allowance before change ${i + 1}`
    return findDifference('allowance', { account }, { what, is, against: 'the change before it set', shouldBe })
  })
}

/**
 * A month begins with the allowance of the moment when its row was created, and follows the changes made in it. So
 * its allowance is that of the last change, and its largest allowance is the largest since some moment.
 * A change near the end of a month may belong to either month: the node's clock chose the month, the database's clock
 * the time of the change, and both may have been corrected since.
 * `returns`: the times to which the ledger has returned. A later month that existed then follows what is set in the
 * earlier one.
 */
function checkMonthAllowance(
  row: PeriodRow,
  changes: readonly AllowanceChange[],
  returns: readonly number[],
): Difference | undefined {
  // Changes are taken in the order of their ids: their times go back where the ledger has returned to an earlier
  // month.
  const known = changes.filter(({ atMs }) => atMs < row.endsAtMs + DOUBT_MS)
  const thereAtMs = Math.min(row.startsAtMs - DOUBT_MS, ...returns)
  const firstWithin = known.findIndex(({ atMs }) => thereAtMs <= atMs)
  const inForce = known.slice(firstWithin === -1 ? -1 : Math.max(0, firstWithin - 1))
  const isSure = ({ atMs }: AllowanceChange): boolean =>
    atMs < row.startsAtMs - DOUBT_MS || (row.startsAtMs + DOUBT_MS <= atMs && atMs < row.endsAtMs - DOUBT_MS)
  const lastSure = inForce.findLastIndex(isSure)
  const ends = inForce.map((_, i) => i).filter((i) => lastSure <= i)
  const fitting = ends.filter((i) => inForce[i]!.to === row.allowance)
  if (fitting.length === 0) {
    const shouldBe = ends.map((i) => inForce[i]!.to).join(' or ') || 'none'
    const comparison = { what: 'the allowance', is: row.allowance, against: 'what was set is', shouldBe }
    return makeDifference('allowance', row, comparison)
  }
  const largest = new Set(fitting.flatMap((end) => listPossibleMaxima(inForce, end, isSure)))
  if (largest.has(row.allowanceMax)) return undefined
  const comparison = { what: 'the largest allowance', is: row.allowanceMax, against: 'of those that were set it is' }
  return makeDifference('allowance', row, { ...comparison, shouldBe: [...largest].join(' or ') })
}

/** A day: an operator notices a clock that is further off. */
const DOUBT_MS = 86_400_000

/**
 * Lists every possible largest allowance: since some moment, and with or without the changes that may belong to
 * another month.
 */
function listPossibleMaxima(
  changes: readonly AllowanceChange[],
  end: number,
  isSure: (change: AllowanceChange) => boolean,
): number[] {
  let largest = [changes[end]!.to]
  const found = new Set(largest)
  for (let i = end - 1; 0 <= i; i--) {
    const { to } = changes[i]!
    const including = largest.map((units) => Math.max(units, to))
    largest = isSure(changes[i]!) ? including : [...new Set([...largest, ...including])]
    for (const units of largest) found.add(units)
  }
  return [...found]
}
