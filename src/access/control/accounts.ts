import type { Queries } from '../../storage/storage.ts'
import type { BudgetSettings } from '../limits/browser-budget.ts'
import { checkBudget, putBudget, readBudgets } from './browser-budgets.ts'
import { type Control, change } from './control-database.ts'
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
  control: Control,
  { name, allowanceUnits = ALLOWANCE_DEFAULT }: { readonly name: string; readonly allowanceUnits?: number | undefined },
): Promise<{ readonly outcome: 'created'; readonly account: Account } | OperatorMistake> {
  const mistake = checkName(name) ?? checkAllowance(allowanceUnits)
  if (mistake !== undefined) return mistake
  return await change(control, async (queries, number) => {
    const id = createId('acc')
    await queries.run(
      `insert into control_account (id, number, name, state, allowance_units, created_at_ms, wish, wish_applied, applied_at_ms)
       values ($1, (select coalesce(max(number), 0) + 1 from control_account), $2, 'pending', $3, $4, $5, 0, null)`,
      ...[id, name, allowanceUnits, control.clock.nowMs(), number],
    )
    return { outcome: 'created', account: (await readAccount(queries, id))! }
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
  control: Control,
  { id, transition }: { readonly id: string; readonly transition: AccountTransition },
): Promise<{ readonly outcome: 'changed' | 'unchanged'; readonly account: Account } | OperatorMistake> {
  const { from, to } = TRANSITIONS[transition]
  return await change(control, async (queries, number) => {
    const before = await readAccount(queries, id)
    if (before === undefined) return notFound('account', id)
    if (before.state === to) return { outcome: 'unchanged', account: before }
    if (!(from as readonly AccountState[]).includes(before.state))
      return wrongState(`The account is ${before.state}; ${transition} needs an account that is ${from.join(' or ')}.`)
    await queries.run('update control_account set state = $1, wish = $2 where id = $3', to, number, id)
    return { outcome: 'changed', account: (await readAccount(queries, id))! }
  })
}

export async function setAllowance(
  control: Control,
  { id, allowanceUnits }: { readonly id: string; readonly allowanceUnits: number },
): Promise<{ readonly outcome: 'changed' | 'unchanged'; readonly account: Account } | OperatorMistake> {
  const wrong = checkAllowance(allowanceUnits)
  if (wrong !== undefined) return wrong
  return await change(control, async (queries, number) => {
    const before = await readAccount(queries, id)
    if (before === undefined) return notFound('account', id)
    if (before.state === 'closed') return wrongState('The account is closed; its allowance cannot change.')
    if (before.allowanceUnits === allowanceUnits) return { outcome: 'unchanged', account: before }
    const sql = 'update control_account set allowance_units = $1, wish = $2 where id = $3'
    await queries.run(sql, allowanceUnits, number, id)
    return { outcome: 'changed', account: (await readAccount(queries, id))! }
  })
}

/** Sets the daily budget of browser sessions. The projects of the account that have no budget of their own share it. */
export async function setAccountBudget(
  control: Control,
  { id, settings }: { readonly id: string; readonly settings: BudgetSettings },
): Promise<{ readonly outcome: 'changed' | 'unchanged'; readonly account: Account } | OperatorMistake> {
  const wrong = checkBudget(settings)
  if (wrong !== undefined) return wrong
  return await change(control, async (queries) => {
    if ((await readAccount(queries, id)) === undefined) return notFound('account', id)
    const outcome = await putBudget(queries, id, settings)
    return { outcome, account: (await readAccount(queries, id))! }
  })
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
  { database }: Control,
  id: string,
): Promise<{ readonly outcome: 'found'; readonly account: Account } | OperatorMistake> {
  const account = await readAccount(database, id)
  return account === undefined ? notFound('account', id) : { outcome: 'found', account }
}

export async function readAccount(queries: Queries, id: string): Promise<Account | undefined> {
  const sql = `select ${COLUMNS} from control_account where id = $1`
  const [row] = await queries.query<AccountColumns>(sql, id)
  return row && toAccount(row, await readBudgets(queries))
}

/** What the books must enforce of an account. */
export interface Wish {
  readonly account: string
  readonly state: 'active' | 'suspended'
  readonly allowance: number
}

/** Only a verified account may use units. */
export function wishOf({ id, state, allowanceUnits }: Pick<Account, 'id' | 'state' | 'allowanceUnits'>): Wish {
  return { account: id, state: state === 'verified' ? 'active' : 'suspended', allowance: allowanceUnits }
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
