import { assert } from '../../stdx/assert.ts'
import { forDialects, type Rows, readOne, selectJsonRows } from './books.ts'

export type AccountState = 'active' | 'suspended'

/** An account in a month, at one moment. */
export interface AccountNow {
  readonly account: string
  readonly state: AccountState
  /** What it may use this month, credits included. */
  readonly allowance: number
  readonly spent: number
}

/** The largest allowance. Sums of allowances stay exact numbers. */
export const ALLOWANCE_MAX = 1_000_000_000_000

interface Change {
  readonly account: string
  readonly who: string
  readonly why: string
}

/** Opens the account if there is none. The books decide by it at once; a server may refuse for one more heartbeat. */
export async function setAllowance(rows: Rows, { account, who, why, units }: Change & { readonly units: number }) {
  assert(Number.isSafeInteger(units) && 0 <= units && units <= ALLOWANCE_MAX, 'an allowance is a whole number')
  const sql = `insert into account as a (account, allowance, state) values ($1, $2, 'active')
               on conflict (account) do update set allowance = excluded.allowance where a.allowance <> excluded.allowance`
  if ((await rows.run(sql, account, units)) === 0) return
  const note = 'insert into account_change (account, at_ms, who, why, allowance) values ($1, $2, $3, $4, $5)'
  await rows.run(note, account, await rows.nowMs(), who, why, units)
}

/** When it returns, no charge of a suspended account is written any more, by any server. */
export async function setState(rows: Rows, { account, who, why, state }: Change & { readonly state: AccountState }) {
  if ((await rows.run('update account set state = $2 where account = $1 and state <> $2', account, state)) === 0) return
  const note = 'insert into account_change (account, at_ms, who, why, state) values ($1, $2, $3, $4, $5)'
  await rows.run(note, account, await rows.nowMs(), who, why, state)
}

/** Gives units of a month back: the account may use so many more in it. What it has used stays as it is. */
export async function credit(
  rows: Rows,
  { account, who, why, units, period }: Change & { readonly units: number; readonly period: string },
): Promise<'credited' | 'unknown_account'> {
  const sql = `insert into account_month as m (period, account, spent, allowance, credited)
               select $2, a.account, 0, a.allowance, $3 from account a where a.account = $1
               on conflict (period, account) do update set credited = m.credited + excluded.credited`
  if ((await rows.run(sql, account, period, units)) === 0) return 'unknown_account'
  const note = 'insert into account_change (account, at_ms, who, why, period, units) values ($1, $2, $3, $4, $5, $6)'
  await rows.run(note, account, await rows.nowMs(), who, why, period, units)
  return 'credited'
}

/** The months of the credits that one person or program has given to an account, the first one first. */
export async function listCreditsBy(rows: Rows, { account, who }: Pick<Change, 'account' | 'who'>): Promise<string[]> {
  const sql = 'select period from account_change where account = $1 and who = $2 and units is not null order by id'
  return (await rows.query<readonly [string]>(sql, account, who)).map(([period]) => period)
}

export interface Credit {
  readonly atMs: number
  readonly units: number
  readonly why: string
}

export async function readCredits(rows: Rows, account: string, period: string): Promise<Credit[]> {
  const sql = 'select at_ms, units, why from account_change where account = $1 and period = $2 order by id'
  const found = await rows.query<readonly [number, number, string]>(sql, account, period)
  return found.map(([atMs, units, why]) => ({ atMs, units, why }))
}

/** The accounts that the operator changed since this time. */
export async function readChangedAccounts(rows: Rows, sinceMs: number) {
  const sql = 'select id, account from account_change where $1 <= at_ms order by id'
  return (await rows.query<readonly [number, string]>(sql, sinceMs)).map(([id, account]) => ({ id, account }))
}

/** An ended month keeps the allowance of its last charge: a later change is not about it. */
const ALLOWANCE = { running: 'a.allowance', ended: 'coalesce(m.allowance, a.allowance)' } as const
export type MonthState = keyof typeof ALLOWANCE

/** Reads some accounts in a month. */
export async function readAccounts(
  rows: Rows,
  accounts: readonly string[],
  period: string,
  month: MonthState = 'running',
): Promise<AccountNow[]> {
  const found = await rows.query<readonly [string, AccountState, number, number]>(
    READ[month][rows.dialect],
    JSON.stringify(accounts.map((account) => [account])),
    period,
  )
  return found.map(([account, state, allowance, spent]) => ({ account, state, allowance, spent }))
}

const writeRead = (month: MonthState) =>
  forDialects(
    (dialect) => `
  select a.account, a.state, ${ALLOWANCE[month]} + coalesce(m.credited, 0), coalesce(m.spent, 0)
  from account a left join account_month m on m.account = a.account and m.period = $2
  where a.account in (${selectJsonRows(dialect, 'text')})`,
  )

const READ = { running: writeRead('running'), ended: writeRead('ended') }

/** What each account has used of a month. */
export async function readUsedUnits(rows: Rows, period: string, month: MonthState = 'running') {
  const sql = `select a.account, ${ALLOWANCE[month]} + coalesce(m.credited, 0), coalesce(m.spent, 0)
               from account a left join account_month m on m.account = a.account and m.period = $1 order by a.account`
  const found = await rows.query<readonly [string, number, number]>(sql, period)
  return found.map(([account, allowanceUnits, confirmedUnits]) => ({ account, allowanceUnits, confirmedUnits }))
}

/**
 * Locks what it can of these accounts' rows without waiting, and returns the accounts of the others: another program
 * holds those. On SQLite a lock is never of one row.
 */
export async function findLocked(rows: Rows, accounts: readonly string[], period: string): Promise<Set<string>> {
  if (rows.dialect === 'sqlite') return new Set()
  const names = JSON.stringify(accounts.map((account) => [account]))
  const read = async (sql: string): Promise<Set<string>> =>
    new Set((await rows.query<readonly [string]>(sql, names, period)).map(([account]) => account))
  let locked = new Set<string>()
  for (const table of CHARGED_ROWS) {
    const free = await read(`${table} for no key update skip locked`)
    locked = locked.union((await read(table)).difference(free))
  }
  return locked
}

/**
 * The rows that a charge changes or locks, on PostgreSQL. Both statements get the month, and PostgreSQL rejects a
 * parameter that is not used.
 */
const CHARGED_ROWS = ['account where $2::text is not null', 'account_month where period = $2'].map(
  (rows) => `select account from ${rows} and account in (${selectJsonRows('postgres', 'text')}) order by account`,
)

/** The newest month with a charge. Undefined: nothing was charged yet. */
export async function readLastPeriod(rows: Rows): Promise<string | undefined> {
  const [period] = await readOne<readonly [string | null]>(
    rows,
    'select max(period) from account_month where 0 < spent',
  )
  return period ?? undefined
}
