import type { Queries } from '../../storage/storage.ts'
import type { AccountRow, GrantRow, PeriodRow } from './rows.ts'
import { ACCOUNT, PERIOD } from './sql-accounts.ts'
import { GRANT, withIncarnation } from './sql-grants.ts'

const ACCOUNT_COLUMNS = ACCOUNT.columns.split(', ').length
const PERIOD_COLUMNS = PERIOD.columns.split(', ').length

const COLUMNS = `${ACCOUNT.columnsOf('a')}, ${PERIOD.columnsOf('p')}, ${GRANT.columnsOf('g')}`

interface AccountMonths {
  readonly account: AccountRow
  readonly periods: readonly PeriodRow[]
  readonly grants: readonly GrantRow[]
}

/**
 * Reads an account, its rows of these periods and their open grants by id, at one moment. Undefined: there is no such
 * account. The statement returns a row for each open grant; each row repeats the account and its period.
 */
export async function readAccountMonths(
  queries: Queries,
  account: string,
  periods: readonly string[],
): Promise<AccountMonths | undefined> {
  const names = periods.map((_, i) => `$${i + 2}`).join(', ')
  const sql = `select ${COLUMNS}
               from account a
               left join account_period p on p.account = a.account and p.period in (${names})
               left join unit_grant g on g.account = p.account and g.period = p.period and g.state = 'open'
               where a.account = $1 order by p.period, g.id`
  const rows = await queries.query(sql, account, ...periods)
  if (rows.length === 0) return undefined
  const found = new Map<string, PeriodRow>()
  const grants: GrantRow[] = []
  for (const row of rows) {
    const period = row.slice(ACCOUNT_COLUMNS, ACCOUNT_COLUMNS + PERIOD_COLUMNS)
    const grant = row.slice(ACCOUNT_COLUMNS + PERIOD_COLUMNS)
    if (period[0] !== null) found.set(String(period[1]), PERIOD.read(period))
    if (grant[0] !== null) grants.push(withIncarnation(GRANT.read(grant)))
  }
  return { account: ACCOUNT.read(rows[0]!.slice(0, ACCOUNT_COLUMNS)), periods: [...found.values()], grants }
}
