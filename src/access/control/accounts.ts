import { DAY_MS } from '../../stdx/time-units.ts'
import type { Queries } from '../../storage/storage.ts'
import type { BudgetSettings } from '../limits/browser-budget.ts'
import { findLastAct, noteAct, type OperatorControl } from './acts.ts'
import { checkBudget, putBudget, readBudgets } from './browser-budgets.ts'
import { checkBounds } from './check-bounds.ts'
import { type Control, change } from './control-database.ts'
import { listIds, type RowQueries } from './id-list.ts'
import { createId } from './ids.ts'
import { checkName, invalid, notFound, type OperatorMistake, wrongState } from './operator-mistake.ts'

const ACCOUNT_STATES = ['pending', 'verified', 'suspended', 'closed'] as const
export type AccountState = (typeof ACCOUNT_STATES)[number]

export interface Account {
  readonly id: string
  readonly name: string
  readonly state: AccountState
  /** What it may use in a month, as the operator wants it. */
  readonly allowanceUnits: number
  /** The daily budget of browser sessions; empty: the default. */
  readonly budget: BudgetSettings
  readonly createdAtMs: number
  /** When a server passed this state and allowance to the books; null: not yet. */
  readonly appliedAtMs: number | null
}

/** 10 000 credits. */
const ALLOWANCE_DEFAULT = 100_000
/** The ledger's own maximum. Sums of allowances stay exact. */
const ALLOWANCE_MAX = 1_000_000_000_000

/** A new account is pending: it may not call until it is verified. */
export async function createAccount(
  control: OperatorControl,
  { name, allowanceUnits = ALLOWANCE_DEFAULT }: { readonly name: string; readonly allowanceUnits?: number | undefined },
): Promise<{ readonly outcome: 'created'; readonly account: Account } | OperatorMistake> {
  const mistake = checkName(name) ?? checkAllowance(allowanceUnits) ?? checkBounds(control.actor, { allowanceUnits })
  if (mistake !== undefined) return mistake
  return await change(control, async (queries, number) => {
    const id = createId('acc')
    await queries.run(
      `insert into control_account (id, number, name, state, allowance_units, created_at_ms, wish, wish_applied, applied_at_ms)
       values ($1, (select coalesce(max(number), 0) + 1 from control_account), $2, 'pending', $3, $4, $5, 0, null)`,
      ...[id, name, allowanceUnits, control.clock.nowMs(), number],
    )
    const account = (await readAccount(queries, id))!
    await noteAct(control, queries, { what: 'account.create', account: id, subject: id, after: recorded(account) })
    return { outcome: 'created', account }
  })
}

/** What the operator may do: from which states, and to which. A closed account stays closed. */
const TRANSITIONS = {
  verify: { from: ['pending'], to: 'verified' },
  suspend: { from: ['verified'], to: 'suspended' },
  resume: { from: ['suspended'], to: 'verified' },
  close: { from: ['pending', 'verified', 'suspended'], to: 'closed' },
} as const satisfies Record<string, { from: readonly AccountState[]; to: AccountState }>

export type AccountTransition = keyof typeof TRANSITIONS

/** Changes nothing if the account has the new state already. */
export async function changeAccountState(
  control: OperatorControl,
  { id, transition }: { readonly id: string; readonly transition: AccountTransition },
): Promise<AccountOutcome> {
  const { from, to } = TRANSITIONS[transition]
  return await changeAccount(control, id, transition, async (queries, before, number) => {
    if (before.state === to) return 'unchanged'
    if (!(from as readonly AccountState[]).includes(before.state))
      return wrongState(`The account is ${before.state}; ${transition} needs an account that is ${from.join(' or ')}.`)
    return await putState(control, queries, { before, state: to, number })
  })
}

/** So long a closed account can be opened again. */
const REOPEN_DAYS = 31

/** The lines after which an account has another state. */
const STATE_ACTS = ['reopen', ...Object.keys(TRANSITIONS)].map((verb) => `account.${verb}`)

/**
 * Gives a closed account the state that it had before. The log of acts knows which, unless the version before, which
 * leaves no lines, closed it.
 */
export async function reopenAccount(control: OperatorControl, id: string): Promise<AccountOutcome> {
  return await changeAccount(control, id, 'reopen', async (queries, before, number) => {
    if (before.state !== 'closed') return 'unchanged'
    const closing = await findLastAct(queries, id, STATE_ACTS)
    if (closing?.what !== 'account.close' || closing.atMs + REOPEN_DAYS * DAY_MS < control.clock.nowMs())
      return wrongState(
        `Only an account that was closed within the last ${REOPEN_DAYS} days, with a line in the log, can be reopened.`,
      )
    return await putState(control, queries, { before, state: closing.before?.state as AccountState, number })
  })
}

/** A verified account may use its allowance, so the operator's bounds must include it. */
async function putState(
  { actor }: OperatorControl,
  queries: Queries,
  { before, state, number }: { readonly before: Account; readonly state: AccountState; readonly number: number },
): Promise<'changed' | OperatorMistake> {
  const beyond = state === 'verified' ? checkBounds(actor, before) : undefined
  if (beyond !== undefined) return beyond
  await queries.run('update control_account set state = $1, wish = $2 where id = $3', state, number, before.id)
  return 'changed'
}

export async function setAllowance(
  control: OperatorControl,
  { id, allowanceUnits }: { readonly id: string; readonly allowanceUnits: number },
): Promise<AccountOutcome> {
  const wrong = checkAllowance(allowanceUnits) ?? checkBounds(control.actor, { allowanceUnits })
  if (wrong !== undefined) return wrong
  return await changeAccount(control, id, 'allowance', async (queries, before, number) => {
    if (before.state === 'closed') return wrongState('The account is closed; its allowance cannot change.')
    if (before.allowanceUnits === allowanceUnits) return 'unchanged'
    const sql = 'update control_account set allowance_units = $1, wish = $2 where id = $3'
    await queries.run(sql, allowanceUnits, number, id)
    return 'changed'
  })
}

/** The name is for people only: nothing else changes. */
export async function renameAccount(
  control: OperatorControl,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<AccountOutcome> {
  const wrong = checkName(name)
  if (wrong !== undefined) return wrong
  return await changeAccount(control, id, 'rename', async (queries, before) => {
    if (before.name === name) return 'unchanged'
    await queries.run('update control_account set name = $1 where id = $2', name, id)
    return 'changed'
  })
}

/** Sets the daily budget of browser sessions. The projects of the account that have no budget of their own share it. */
export async function setAccountBudget(
  control: OperatorControl,
  { id, settings }: { readonly id: string; readonly settings: BudgetSettings },
): Promise<AccountOutcome> {
  const wrong = checkBudget(settings)
  if (wrong !== undefined) return wrong
  return await changeAccount(control, id, 'browser-budget', (queries) => putBudget(queries, id, settings))
}

export type AccountOutcome = { readonly outcome: 'changed' | 'unchanged'; readonly account: Account } | OperatorMistake

/** Leaves a line if something changed. `verb`: what is done to the account. */
async function changeAccount(
  control: OperatorControl,
  id: string,
  verb: string,
  work: (queries: Queries, before: Account, number: number) => Promise<'changed' | 'unchanged' | OperatorMistake>,
): Promise<AccountOutcome> {
  return await change(control, async (queries, number) => {
    const before = await readAccount(queries, id)
    if (before === undefined) return notFound('account', id)
    const outcome = await work(queries, before, number)
    if (typeof outcome !== 'string') return outcome
    if (outcome === 'unchanged') return { outcome, account: before }
    const account = (await readAccount(queries, id))!
    const act = { what: `account.${verb}`, account: id, subject: id }
    await noteAct(control, queries, { ...act, before: recorded(before), after: recorded(account) })
    return { outcome, account }
  })
}

/** When the books got it is no act of an operator. */
function recorded({ createdAtMs: _createdAtMs, appliedAtMs: _appliedAtMs, ...account }: Account): object {
  return account
}

/** In order of creation. */
export async function listAccounts({ database }: Control): Promise<Account[]> {
  return await database.snapshot(async (queries) => {
    const sql = `select ${COLUMNS} from control_account order by number`
    const rows = await queries.query<AccountColumns>(sql)
    const budgets = await readBudgets(queries)
    return rows.map((row) => toAccount(row, budgets))
  })
}

export async function showAccount(
  { database, open }: Control,
  id: string,
): Promise<{ readonly outcome: 'found'; readonly account: Account } | OperatorMistake> {
  const account = await readAccount(open?.queries ?? database, id)
  return account === undefined ? notFound('account', id) : { outcome: 'found', account }
}

export async function readAccount(queries: Queries, id: string): Promise<Account | undefined> {
  const sql = `select ${COLUMNS} from control_account where id = $1`
  const [row] = await queries.query<AccountColumns>(sql, id)
  return row && toAccount(row, await readBudgets(queries, id))
}

/** What the books must enforce of an account. */
export interface WantedState {
  readonly account: string
  readonly state: 'active' | 'suspended'
  readonly allowance: number
}

/** Only a verified account may use units. */
export function wantedStateOf({
  id,
  state,
  allowanceUnits,
}: Pick<Account, 'id' | 'state' | 'allowanceUnits'>): WantedState {
  return { account: id, state: state === 'verified' ? 'active' : 'suspended', allowance: allowanceUnits }
}

/** Some accounts with their numbers. `rest` follows the table in the statement. */
export async function selectAccounts(
  queries: RowQueries,
  rest: string,
  ...values: readonly (string | number)[]
): Promise<{ readonly number: number; readonly row: Account }[]> {
  const sql = `select number, ${COLUMNS} from control_account ${rest}`
  const rows = await queries.query<readonly [number, ...AccountColumns]>(sql, ...values)
  const ids = rows.map(([, id]) => id)
  const budgets = await readBudgets(queries, listIds(queries.dialect, ids))
  return rows.map(([number, ...columns]) => ({ number, row: toAccount(columns, budgets) }))
}

const COLUMNS = `id, name, state, allowance_units, created_at_ms, case when wish_applied = wish then applied_at_ms end`

type AccountColumns = readonly [string, string, AccountState, number, number, number | null]

function toAccount(row: AccountColumns, budgets: ReadonlyMap<string, BudgetSettings>): Account {
  const [id, name, state, allowanceUnits, createdAtMs, appliedAtMs] = row
  return { id, name, state, allowanceUnits, createdAtMs, appliedAtMs, budget: budgets.get(id) ?? {} }
}

function checkAllowance(units: number): OperatorMistake | undefined {
  if (Number.isSafeInteger(units) && 0 <= units && units <= ALLOWANCE_MAX) return undefined
  return invalid(`An allowance is a whole number of units from 0 to ${ALLOWANCE_MAX}; one credit is 10 units.`)
}
