import type { Queries } from '../../storage/storage.ts'
import { type Account, readAccount } from './accounts.ts'
import { type Control, change } from './control-database.ts'

/** Passes the state and the allowance of an account to the books. If it throws, the change stays pending. */
export type ApplyAccount = (account: Pick<Account, 'id' | 'state' | 'allowanceUnits'>) => Promise<void>

/**
 * Applies the pending changes of accounts to the books and returns their number. Each is read, applied and marked under
 * the lock of the control database. Otherwise one of two nodes could apply an older change after a newer one.
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
