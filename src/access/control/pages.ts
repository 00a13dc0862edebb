import type { Queries } from '../../storage/storage.ts'
import { type Account, type AccountState, readAccount } from './accounts.ts'
import type { Control } from './control-database.ts'
import { type Project, readProject } from './projects.ts'

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
  /** A part of the name without regard to capitals, or the whole id. SQLite knows only the capitals from A to Z. */
  readonly text?: string | undefined
  readonly state?: AccountState | undefined
}

export async function pageOfAccounts(
  { database }: Control,
  { after, limit, text = '', state }: AccountsWanted,
): Promise<Page<Account>> {
  return await database.snapshot(async (queries) => {
    const sql = `select number, id from control_account
                 where number > $1 and (lower(name) like lower($2) escape '\\' or id = $3) and (state = $4 or $4 = '')
                 order by number limit $5`
    const like = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
    return await readPage(queries, { sql, values: [after, like, text, state ?? ''], limit }, readAccount)
  })
}

export async function pageOfProjects(
  { database }: Control,
  { after, limit, account = '' }: PageWanted & { readonly account?: string | undefined },
): Promise<Page<Project>> {
  return await database.snapshot(async (queries) => {
    const sql = `select number, id from control_project
                 where number > $1 and (account = $2 or $2 = '') order by number limit $3`
    return await readPage(queries, { sql, values: [after, account], limit }, readProject)
  })
}

/** One row more than wanted says whether there is another page. */
async function readPage<T>(
  queries: Queries,
  {
    sql,
    values,
    limit,
  }: { readonly sql: string; readonly values: readonly (string | number)[]; readonly limit: number },
  read: (queries: Queries, id: string) => Promise<T | undefined>,
): Promise<Page<T>> {
  const found = await queries.query<readonly [number, string]>(sql, ...values, limit + 1)
  const wanted = found.slice(0, limit)
  const rows: T[] = []
  for (const [, id] of wanted) rows.push((await read(queries, id))!)
  return { rows, next: limit < found.length ? wanted.at(-1)![0] : undefined }
}
