import { formatCount } from '../stdx/format-count.ts'
import { takeSome } from '../stdx/take-some.ts'
import { type BooksPlace, openBooksToWrite } from './open-books.ts'
import type { AccountState } from './tables/accounts.ts'
import { forDialects, type Rows, selectJsonRows } from './tables/books.ts'

/** What the operator wants of an account. */
export interface WantedAccount {
  readonly account: string
  readonly state: AccountState
  readonly allowance: number
}

/** An account of which the books have another row than the operator wants. */
export interface AccountDifference extends WantedAccount {
  /** Undefined: the books have no row of it. */
  readonly found: Pick<WantedAccount, 'state' | 'allowance'> | undefined
}

/** Compares any number of accounts in one statement. */
export async function findDifferences(rows: Rows, wanted: readonly WantedAccount[]): Promise<AccountDifference[]> {
  const list = wanted.map(({ account, state, allowance }) => [account, state, allowance])
  const differences = await rows.query<Compared>(DIFFERENCES[rows.dialect], JSON.stringify(list))
  return differences.map(([account, state, allowance, foundState, foundAllowance]) => {
    const found = foundState === null ? undefined : { state: foundState, allowance: foundAllowance! }
    return { account, state, allowance, found }
  })
}

/** So many are compared in some milliseconds. */
const COMPARED_AT_ONCE = 1_000

/** Compares all accounts in turns, between which the caller does other work. */
export async function findAllDifferences(
  rows: Rows,
  wanted: Iterator<WantedAccount, void>,
): Promise<AccountDifference[]> {
  const found: AccountDifference[] = []
  for (let some = takeSome(wanted, COMPARED_AT_ONCE); 0 < some.length; some = takeSome(wanted, COMPARED_AT_ONCE))
    found.push(...(await findDifferences(rows, some)))
  return found
}

type Compared = readonly [
  ...[account: string, state: AccountState, allowance: number],
  ...[foundState: AccountState | null, foundAllowance: number | null],
]

const WANTED = forDialects(
  (dialect) => `with w (account, state, allowance) as (${selectJsonRows(dialect, 'text', 'text', 'number')})`,
)

const DIFFERENCES = forDialects(
  (dialect) => `
  ${WANTED[dialect]}
  select w.account, w.state, w.allowance, a.state, a.allowance from w left join account a on a.account = w.account
  where a.account is null or a.state <> w.state or a.allowance <> w.allowance order by w.account`,
)

/** Makes the rows of these accounts as they are wanted, and returns what differed. Needs a transaction. */
export async function enforceAccounts(rows: Rows, wanted: readonly WantedAccount[]): Promise<AccountDifference[]> {
  const differences = await findDifferences(rows, wanted)
  if (differences.length === 0) return []
  const list = differences.map(({ account, state, allowance }) => [account, state, allowance])
  await rows.run(PUT[rows.dialect], JSON.stringify(list))
  const nowMs = await rows.nowMs()
  const note = (column: 'allowance' | 'state', changes: readonly (readonly (string | number)[])[]) =>
    rows.run(NOTE[column][rows.dialect], JSON.stringify(changes), nowMs)
  await note(
    'allowance',
    differences
      .filter(({ allowance, found }) => found?.allowance !== allowance)
      .map(({ account, allowance, found }) => [account, formatFound(found), allowance]),
  )
  // An account is opened as an active one.
  await note(
    'state',
    differences
      .filter(({ state, found }) => (found?.state ?? 'active') !== state)
      .map(({ account, state, found }) => [account, formatFound(found), state]),
  )
  return differences
}

/** The same for a command that is about to open the ledger itself, because no server runs. */
export async function enforceWithoutServer(place: BooksPlace, wanted: readonly WantedAccount[]): Promise<void> {
  await using books = await openBooksToWrite(place)
  await books.transaction((rows) => enforceAccounts(rows, wanted))
}

/** In the order in which a batch locks the rows. */
const PUT = forDialects(
  (dialect) => `
  ${WANTED[dialect]}
  insert into account (account, allowance, state) select account, allowance, state from w where true order by account
  on conflict (account) do update set allowance = excluded.allowance, state = excluded.state`,
)

/** The other servers read there which accounts changed. */
const NOTE = {
  allowance: writeNote('allowance', 'number'),
  state: writeNote('state', 'text'),
}

function writeNote(column: string, type: 'text' | 'number') {
  return forDialects(
    (dialect) => `
    with w (account, why, value) as (${selectJsonRows(dialect, 'text', 'text', type)})
    insert into account_change (account, at_ms, who, why, ${column})
    select account, $2, 'comparison', why, value from w`,
  )
}

/** How many accounts a sentence names. */
const NAMED_MAX = 10

/** `acc_1 has 100 units and is active, and should have 7 units and be active; …` */
export function formatDifferences(differences: readonly AccountDifference[]): string {
  const named = differences.slice(0, NAMED_MAX).map(({ account, state, allowance, found }) => {
    const wanted = `should have ${formatCount(allowance, 'unit')} and be ${state}`
    return `${account} ${formatFound(found)}, and ${wanted}`
  })
  const more = differences.length - named.length
  return [...named, ...(more === 0 ? [] : [`and ${formatCount(more, 'more account')}`])].join('; ')
}

function formatFound(found: AccountDifference['found']): string {
  return found === undefined ? 'is missing' : `has ${formatCount(found.allowance, 'unit')} and is ${found.state}`
}
