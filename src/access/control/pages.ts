import { type Account, type AccountState, selectAccounts } from './accounts.ts'
import type { Control } from './control-database.ts'
import { listIds, type RowQueries } from './id-list.ts'
import { type Project, selectProjects } from './projects.ts'

/** Part of a list, in order of creation. */
export interface Page<T> {
  readonly rows: readonly T[]
  /** Where the next part begins. Undefined: this was the last. */
  readonly next: number | undefined
}

export interface PageWanted {
  readonly after: number
  readonly limit: number
}

export interface AccountsWanted extends PageWanted {
  /**
   * A part of its name or of an origin, without regard to capitals; or its whole id, or the whole id or client id of a
   * project. SQLite knows only the capitals from A to Z.
   */
  readonly text?: string | undefined
  readonly state?: AccountState | undefined
}

export async function pageOfAccounts(
  { database }: Control,
  { after, limit, text = '', state = '' as never }: AccountsWanted,
): Promise<Page<Account>> {
  return await database.snapshot(async (queries) => {
    const from = { ...queries, dialect: database.dialect }
    const select = async (search: string, ...values: readonly (string | number)[]) => {
      const rest = `where number > $1 and ($3 = '' or state = $3)${search} order by number limit $2`
      return await selectAccounts(from, rest, after, limit + 1, state, ...values)
    }
    if (text === '') return toPage(await select(''), limit)
    if (ID.test(text)) return toPage(await select(` and ${BY_ID}`, text), limit)
    const like = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
    const near = await select(` and number <= $5 and ${BY_PART_NEAR}`, like, after + NEAR)
    return toPage(limit < near.length ? near : await select(` and ${BY_PART}`, like), limit)
  })
}

const ID = /^(acc|prj|rgp)_[0-9a-z]+$/
const BY_ID = 'id in (select $4 union all select account from control_project where id = $4 or client_id = $4)'
const NAME_LIKE = `lower(name) like lower($4) escape '\\'`
/** A part that few have is looked for in all names and origins at once. */
const BY_PART = `id in (select id from control_account where ${NAME_LIKE} union all
  select p.account from control_project p join control_origin o on o.project = p.id
  where o.origin like lower($4) escape '\\')`
/** A part that many have fills a page from the next accounts. */
const NEAR = 1_000
const BY_PART_NEAR = `(${NAME_LIKE} or id in (
  with near as materialized (select id from control_account where number > $1 and number <= $5)
  select p.account from near join control_project p on p.account = near.id join control_origin o on o.project = p.id
  where o.origin like lower($4) escape '\\'))`

export async function countAccounts({ database }: Control): Promise<number> {
  const [[count]] = (await database.query('select count(*) from control_account')) as [[number]]
  return count
}

export async function pageOfProjects(
  { database }: Control,
  { after, limit, account = '' }: PageWanted & { readonly account?: string | undefined },
): Promise<Page<Project>> {
  return await database.snapshot(async (queries) => {
    const from = { ...queries, dialect: database.dialect }
    const ofAccount = account === '' ? '' : ' and account = $3'
    const rest = `where number > $1${ofAccount} order by number limit $2`
    return toPage(await selectProjects(from, rest, after, limit + 1, ...(account === '' ? [] : [account])), limit)
  })
}

/** One row more than wanted says whether there is another page. */
function toPage<T>(found: readonly { readonly number: number; readonly row: T }[], limit: number): Page<T> {
  const wanted = found.slice(0, limit)
  return { rows: wanted.map(({ row }) => row), next: limit < found.length ? wanted.at(-1)!.number : undefined }
}

/** What people call projects and the credentials that are charged. */
export interface Names {
  readonly projects: ReadonlyMap<string, NamedProject>
  readonly keys: ReadonlyMap<string, { readonly name: string; readonly last4: string }>
  /** The projects of client ids, under which browser sessions are charged. */
  readonly clients: ReadonlyMap<string, NamedProject>
}

export interface NamedProject {
  readonly name: string
  readonly account: { readonly id: string; readonly name: string }
}

/** Reads these ids only; those that the control database does not have are left out. */
export async function readNames(
  { database }: Control,
  { projects, credentials }: { readonly projects: readonly string[]; readonly credentials: readonly string[] },
): Promise<Names> {
  return await database.snapshot(async (queries) => {
    const from = { ...queries, dialect: database.dialect }
    const keys = await select<[string, string, string]>(
      from,
      'select id, name, last4 from control_key where id',
      credentials,
    )
    return {
      projects: await readNamed(from, 'id', projects),
      clients: await readNamed(from, 'client_id', credentials),
      keys: new Map(keys.map(([id, name, last4]) => [id, { name, last4 }])),
    }
  })
}

async function readNamed(queries: RowQueries, column: 'id' | 'client_id', ids: readonly string[]) {
  const sql = `select p.${column}, p.name, a.id, a.name
               from control_project p join control_account a on a.id = p.account where p.${column}`
  const rows = await select<[string, string, string, string]>(queries, sql, ids)
  return new Map(rows.map(([id, name, account, of]) => [id, { name, account: { id: account, name: of } }]))
}

function select<Row extends readonly string[]>(queries: RowQueries, sql: string, ids: readonly string[]) {
  const { list, value } = listIds(queries.dialect, ids)
  return queries.query<Row>(`${sql} in ${list}`, value)
}
