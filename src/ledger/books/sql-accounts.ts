import type { Queries } from '../../storage/storage.ts'
import type { AccountRow, AllowanceChange, PeriodKey, PeriodRow } from './rows.ts'
import type { SqlDialect } from './sql-dialect.ts'
import { forDialects, SqlTable, selectJsonRows } from './sql-table.ts'

export const ACCOUNT = new SqlTable<AccountRow>('account', 1, { account: 'text', allowance: 'number', state: 'text' })

export const PERIOD = new SqlTable<PeriodRow>('account_period', 2, {
  account: 'text',
  period: 'text',
  startsAtMs: 'number',
  endsAtMs: 'number',
  allowance: 'number',
  allowanceMax: 'number',
  confirmed: 'number',
  reserved: 'number',
  hold: 'number',
  exposure: 'number',
  clipped: 'number',
  state: 'text',
  recallUntilMs: 'number',
})

const ALLOWANCE_CHANGE = new SqlTable<AllowanceChange>('allowance_change', 0, {
  account: 'text',
  atMs: 'number',
  from: 'number',
  to: 'number',
  who: 'text',
})

/** Accounts, their months and changes of their allowances. */
export function createAccountRows(queries: Queries, { name: dialect, forUpdate }: SqlDialect) {
  const account = async (name: string, lock: string) =>
    (await ACCOUNT.select(queries, `where account = $1${lock}`, name))[0]
  const period = async (name: string, month: string, lock: string) =>
    (await PERIOD.select(queries, `where account = $1 and period = $2${lock}`, name, month))[0]
  const periodsAt = (keys: readonly PeriodKey[], lock: string): Promise<PeriodRow[]> => {
    return PERIOD.select(
      queries,
      `${PERIODS_AT[dialect]}${lock}`,
      JSON.stringify(keys.map(({ account, period }) => [account, period])),
    )
  }
  return {
    account: (name: string) => account(name, ''),
    lockAccount: (name: string) => account(name, forUpdate),
    lockAccounts(names: readonly string[]) {
      return ACCOUNT.select(queries, `${ACCOUNTS_OF[dialect]}${forUpdate}`, JSON.stringify(names.map((name) => [name])))
    },
    accounts: () => ACCOUNT.select(queries, 'order by account'),
    putAccount: (row: AccountRow) => ACCOUNT.put(queries, dialect, [row]),
    /** Returns `known` if the account exists, also if another node has just inserted it. */
    async insertAccount(row: AccountRow) {
      const sql = 'insert into account (account, allowance, state) values ($1, $2, $3) on conflict do nothing'
      return (await queries.run(sql, row.account, row.allowance, row.state)) === 1 ? 'inserted' : 'known'
    },
    async addAllowanceChange({ account: name, atMs, from, to, who }: AllowanceChange) {
      const sql = `insert into allowance_change (account, at_ms, units_from, units_to, who) values ($1, $2, $3, $4, $5)`
      await queries.run(sql, name, atMs, from, to, who)
    },
    /** Oldest first. */
    allowanceChanges: () => ALLOWANCE_CHANGE.select(queries, 'order by id'),
    period: (name: string, month: string) => period(name, month, ''),
    lockPeriod: (name: string, month: string) => period(name, month, forUpdate),
    periodsAt: (keys: readonly PeriodKey[]) => periodsAt(keys, ''),
    lockPeriods: (keys: readonly PeriodKey[]) => periodsAt(keys, forUpdate),
    periods: () => PERIOD.select(queries, 'order by account, period'),
    /** The open months of an account, oldest first. */
    lockOpenPeriods: (name: string) =>
      PERIOD.select(queries, `where state = 'open' and account = $1 order by period${forUpdate}`, name),
    /** Open months that ended before this time and have open grants. */
    unsettledPeriods(beforeMs: number) {
      const rest = "where state = 'open' and 0 < reserved + exposure and ends_at_ms < $1 order by account, period"
      return PERIOD.select(queries, rest, beforeMs)
    },
    openPeriodsUntil: (endMs: number) =>
      PERIOD.select(queries, "where state = 'open' and ends_at_ms <= $1 order by account, period", endMs),
    /** Units charged to months that end after this time, by month and account. */
    async chargedAfter(endMs: number) {
      const rows = await queries.query<readonly [string, string, number]>(CHARGED_AFTER, endMs)
      return rows.map(([name, month, units]) => ({ account: name, period: month, units }))
    },
    /** What each account has used of a month, as far as its grants and the books say. Needs no journal. */
    async usedIn(month: string) {
      const rows = await queries.query<readonly [string, number, number, number, number]>(USED_IN, month)
      return rows.map(([name, allowance, hold, confirmed, pending]) => ({
        account: name,
        ...{ allowanceUnits: allowance, holdUnits: hold, confirmedUnits: confirmed, pendingUnits: pending },
      }))
    },
    putPeriod: (row: PeriodRow) => PERIOD.put(queries, dialect, [row]),
    putPeriods: (rows: readonly PeriodRow[]) => PERIOD.put(queries, dialect, rows),
  }
}

const ACCOUNTS_OF = forDialects((dialect) => `where account in (${selectJsonRows(dialect, 'text')}) order by account`)

const PERIODS_AT = forDialects((dialect) => {
  return `where (account, period) in (${selectJsonRows(dialect, 'text', 'text')}) order by account, period`
})

/** Months that are not over are open, so the index of open months is enough. */
const CHARGED_AFTER = `
  select p.account, p.period, p.confirmed + coalesce(open_grants.spent, 0) as units
  from account_period p left join (
    select account, period, cast(sum(spent) as bigint) as spent from unit_grant where state = 'open'
    group by account, period
  ) as open_grants on open_grants.account = p.account and open_grants.period = p.period
  where p.state = 'open' and $1 < p.ends_at_ms and 0 < p.confirmed + coalesce(open_grants.spent, 0)
  order by p.period, p.account`

const USED_IN = `
  with waiting as (
    select account, cast(sum(acked) as bigint) as acked, cast(sum(spent - acked) as bigint) as pending
    from unit_grant where state = 'open' and period = $1
    group by account
  )
  select month.account, month.allowance, month.hold, month.confirmed + coalesce(waiting.acked, 0),
    coalesce(waiting.pending, 0)
  from account_period month left join waiting on waiting.account = month.account
  where month.period = $1
  order by month.account`
