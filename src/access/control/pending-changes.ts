import type { Queries } from '../../storage/storage.ts'
import { type Account, readAccount, type WantedState, wantedStateOf } from './accounts.ts'
import { type Control, change, withChangeLock } from './control-database.ts'
import { listIds } from './id-list.ts'

/** Passes the state and the allowance of an account to the books. If it throws, the change stays pending. */
export type ApplyAccount = (account: Pick<Account, 'id' | 'state' | 'allowanceUnits'>) => Promise<void>

/**
 * Applies the pending changes of accounts to the books and returns their number. Each is read, applied and marked under
 * the lock of the control database. Otherwise one of two servers could apply an older change after a newer one.
 */
export async function applyAccountChanges(control: Control, apply: ApplyAccount): Promise<number> {
  const { database } = control
  let applied = 0
  const accounts = await database.query<[string]>(
    'select id from control_account where wish_applied < wish order by id',
  )
  for (const [id] of accounts) applied += await change(control, (queries) => applyOne(control, queries, { id, apply }))
  return applied
}

async function applyOne(
  { clock }: Control,
  queries: Queries,
  { id, apply }: { readonly id: string; readonly apply: ApplyAccount },
): Promise<0 | 1> {
  const account = await readAccount(queries, id)
  if (account === undefined || account.appliedAtMs !== null) return 0
  await apply(account)
  const sql = 'update control_account set wish_applied = wish, applied_at_ms = $1 where id = $2'
  await queries.run(sql, clock.nowMs(), id)
  return 1
}

/** So many accounts hold the lock for some milliseconds. */
const AGAIN_AT_ONCE = 1_000

/**
 * Passes the wanted states of these accounts to the books again. They are read under the lock of the control database:
 * otherwise an older state could follow a newer one that another server applies. Pending changes are left to
 * `applyAccountChanges`.
 */
export async function applyAccountsAgain(
  control: Control,
  ids: readonly string[],
  apply: (wanted: readonly WantedState[]) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < ids.length; from += AGAIN_AT_ONCE) {
    const { list, value } = listIds(control.database.dialect, ids.slice(from, from + AGAIN_AT_ONCE))
    await withChangeLock(control, async (queries) => {
      const sql = `select id, state, allowance_units from control_account where wish_applied = wish and id in ${list}`
      const rows = await queries.query<readonly [string, Account['state'], number]>(sql, value)
      await apply(rows.map(([id, state, allowanceUnits]) => wantedStateOf({ id, state, allowanceUnits })))
    })
  }
}
