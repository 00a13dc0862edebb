import { CLOCK_DOUBT } from './clock-doubt.ts'
import { type Difference, findDifference, makeDifference } from './difference.ts'
import type { AccountRow, AllowanceChange, NoticeRow, PeriodRow } from './rows.ts'

interface Allowances {
  readonly accounts: ReadonlyMap<string, AccountRow>
  /** Oldest first. */
  readonly changes: readonly AllowanceChange[]
  readonly periods: readonly PeriodRow[]
  readonly notices: readonly NoticeRow[]
}

/**
 * Checks that each allowance is the one that was last set, and that each change continues the one before. E10 is only
 * as reliable as the largest allowance in the books.
 */
export function checkAllowances({ accounts, changes, periods, notices }: Allowances): (Difference | undefined)[] {
  const returns = notices.flatMap(({ reason, atMs }) => (reason === CLOCK_DOUBT ? [atMs] : []))
  const byAccount = Map.groupBy(changes, ({ account }) => account)
  return [
    ...[...byAccount.values()].flatMap(checkSequence),
    ...[...byAccount.keys()].map((account) => {
      const is = accounts.has(account) ? 'present' : 'missing'
      const comparison = { what: 'the account', is, against: 'its allowance was set, so it should be' }
      return findDifference('orphan', { account }, { ...comparison, shouldBe: 'present' })
    }),
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
    return makeDifference('allowance', row, {
      what: 'the allowance',
      is: row.allowance,
      against: 'what was set is',
      shouldBe,
    })
  }
  const largest = new Set(fitting.flatMap((end) => listPossibleMaxima(inForce, end, isSure)))
  if (largest.has(row.allowanceMax)) return undefined
  const what = 'the largest allowance'
  const shouldBe = [...largest].join(' or ')
  return makeDifference('allowance', row, {
    what,
    is: row.allowanceMax,
    against: 'of those that were set it is',
    shouldBe,
  })
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
