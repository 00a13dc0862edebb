import { listAccounts, wantedStateOf } from '../../access/control/accounts.ts'
import { findDifferences } from '../../ledger/account-differences.ts'
import { readUsedUnits } from '../../ledger/accounting.ts'
import { monthAt } from '../../ledger/calendar.ts'
import { isoTime } from '../../stdx/clock.ts'
import type { ConsoleSources } from './console-sources.ts'

/** `/console/api/accounts`: all accounts in order of creation, with what each has used this month. */
export async function readAccounts(sources: ConsoleSources) {
  const nowMs = sources.clock.nowMs()
  const { period } = monthAt(nowMs)
  const accounts = await sources.withControl(listAccounts)
  const wanted = accounts.map(wantedStateOf)
  const { used, differences } = await sources.withBooks(async (books) => ({
    used: await readUsedUnits(books, period),
    differences: await findDifferences(books, wanted),
  }))
  const differing = new Map(
    differences.map(({ account, found }) => [account, found === undefined ? 'missing' : 'differs']),
  )
  const usedBy = new Map(used.map((row) => [row.account, row]))
  return {
    as_of: isoTime(nowMs),
    period,
    accounts: accounts.map(({ id, name, state, allowanceUnits, createdAtMs, appliedAtMs }) => {
      // An account that has never been passed to the books has no row there; then the operator's figure counts.
      const units = usedBy.get(id) ?? { allowanceUnits, confirmedUnits: 0 }
      return {
        id,
        name,
        state,
        created_at: isoTime(createdAtMs),
        applied_at: appliedAtMs === null ? null : isoTime(appliedAtMs),
        in_books: differing.get(id) ?? 'as_wanted',
        allowance_units: units.allowanceUnits,
        confirmed_units: units.confirmedUnits,
        left_units: Math.max(0, units.allowanceUnits - units.confirmedUnits),
      }
    }),
  }
}
