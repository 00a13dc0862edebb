import { listAccounts } from '../../access/control/accounts.ts'
import { monthAt } from '../../ledger/calendar.ts'
import { isoTime } from '../../stdx/clock.ts'
import type { ConsoleSources } from './console-sources.ts'

/** `/console/api/accounts`: all accounts in order of creation, with what each has used this month. */
export async function readAccounts(sources: ConsoleSources) {
  const nowMs = sources.clock.nowMs()
  const month = monthAt(nowMs).period
  const accounts = await sources.withControl(listAccounts)
  const used = await sources.withBooks((books) => books.read((rows) => rows.usedIn(month)))
  const usedBy = new Map(used.map((row) => [row.account, row]))
  return {
    as_of: isoTime(nowMs),
    month,
    accounts: accounts.map(({ id, name, state, allowanceUnits, createdAtMs, appliedAtMs }) => {
      // Before its first use in a month an account has no row there; then the operator's figure counts.
      const units = usedBy.get(id) ?? { allowanceUnits, confirmedUnits: 0, pendingUnits: 0, holdUnits: 0 }
      const { confirmedUnits, pendingUnits, holdUnits } = units
      return {
        ...{ id, name, state, created_at: isoTime(createdAtMs) },
        applied_at: appliedAtMs === null ? null : isoTime(appliedAtMs),
        allowance_units: units.allowanceUnits,
        confirmed_units: confirmedUnits,
        pending_units: pendingUnits,
        hold_units: holdUnits,
        left_units: Math.max(0, units.allowanceUnits - confirmedUnits - pendingUnits - holdUnits),
      }
    }),
  }
}
