import type { Queries } from '../../storage/storage.ts'
import type { AccountRow, PeriodRow, Rows } from './rows.ts'
import type { SqlDialect } from './sql-dialect.ts'
import { sqlTable } from './sql-table.ts'

type AccountRows = Pick<
  Rows,
  | 'account'
  | 'lockAccount'
  | 'accounts'
  | 'putAccount'
  | 'insertAccount'
  | 'addAllowanceChange'
  | 'allowanceChanges'
  | 'lockPeriod'
  | 'period'
  | 'periods'
  | 'lockOpenPeriods'
  | 'unsettledPeriods'
  | 'openPeriodsUntil'
  | 'chargedAfter'
  | 'putPeriod'
>

export const ACCOUNT = sqlTable<AccountRow>('account', 1, ['account', 'allowance', 'state'])

export const PERIOD = sqlTable<PeriodRow>('account_period', 2, [
  'account',
  'period',
  'startsAtMs',
  'endsAtMs',
  'allowance',
  'allowanceMax',
  'confirmed',
  'reserved',
  'hold',
  'exposure',
  'clipped',
  'state',
  'recallUntilMs',
])

/** The accounts and their months. */
export function accountRows(queries: Queries, { forUpdate }: SqlDialect): AccountRows {
  const account = async (name: string, lock: string) => {
    const [row] = await queries.query(`select ${ACCOUNT.columns} from account where account = $1${lock}`, name)
    return row && ACCOUNT.read(row)
  }
  const period = async (name: string, month: string, lock: string) => {
    const sql = `select ${PERIOD.columns} from account_period where account = $1 and period = $2${lock}`
    const [row] = await queries.query(sql, name, month)
    return row && PERIOD.read(row)
  }
  return {
    account: (name) => account(name, ''),
    lockAccount: (name) => account(name, forUpdate),
    async accounts() {
      return (await queries.query(`select ${ACCOUNT.columns} from account order by account`)).map(ACCOUNT.read)
    },
    async putAccount(row) {
      await queries.run(ACCOUNT.put, ...ACCOUNT.values(row))
    },
    async insertAccount(row) {
      const sql = 'insert into account (account, allowance, state) values ($1, $2, $3) on conflict do nothing'
      return (await queries.run(sql, row.account, row.allowance, row.state)) === 1 ? 'inserted' : 'known'
    },
    async addAllowanceChange(change) {
      const { account, atMs, from, to, who } = change
      const sql = `insert into allowance_change (account, at_ms, units_from, units_to, who) values ($1, $2, $3, $4, $5)`
      await queries.run(sql, account, atMs, from, to, who)
    },
    async allowanceChanges() {
      const sql = 'select account, at_ms, units_from, units_to, who from allowance_change order by id'
      const rows = await queries.query<readonly [string, number, number | null, number, string]>(sql)
      return rows.map(([account, atMs, from, to, who]) => ({ account, atMs, from, to, who }))
    },
    lockPeriod: (name, month) => period(name, month, forUpdate),
    period: (name, month) => period(name, month, ''),
    async periods() {
      const sql = `select ${PERIOD.columns} from account_period order by account, period`
      return (await queries.query(sql)).map(PERIOD.read)
    },
    async lockOpenPeriods(name) {
      const sql = `select ${PERIOD.columns} from account_period where state = 'open' and account = $1
                   order by period${forUpdate}`
      return (await queries.query(sql, name)).map(PERIOD.read)
    },
    async unsettledPeriods(beforeMs) {
      const sql = `select ${PERIOD.columns} from account_period
                   where state = 'open' and 0 < reserved + exposure and ends_at_ms < $1 order by account, period`
      return (await queries.query(sql, beforeMs)).map(PERIOD.read)
    },
    async openPeriodsUntil(endMs) {
      const sql = `select ${PERIOD.columns} from account_period where state = 'open' and ends_at_ms <= $1
                   order by account, period`
      return (await queries.query(sql, endMs)).map(PERIOD.read)
    },
    async chargedAfter(endMs) {
      const rows = await queries.query<readonly [string, string, number]>(CHARGED_AFTER, endMs)
      return rows.map(([account, month, units]) => ({ account, period: month, units }))
    },
    async putPeriod(row) {
      await queries.run(PERIOD.put, ...PERIOD.values(row))
    },
  }
}

/** Months that are not over are open, so the index of those is enough. */
const CHARGED_AFTER = `
  select p.account, p.period, p.confirmed + coalesce(open_grants.spent, 0) as units
  from account_period p left join (
    select account, period, cast(sum(spent) as bigint) as spent from unit_grant where state = 'open'
    group by account, period
  ) as open_grants on open_grants.account = p.account and open_grants.period = p.period
  where p.state = 'open' and $1 < p.ends_at_ms and 0 < p.confirmed + coalesce(open_grants.spent, 0)
  order by p.period, p.account`
