import { hash } from 'node:crypto'
import type { Database } from '../../src/storage/storage.ts'

/** Rows in one statement. */
const AT_ONCE = 2_000

const HEX = { sqlite: (value: string) => `unhex(${value})`, postgres: (value: string) => `decode(${value}, 'hex')` }
const ROWS = {
  sqlite: 'select value ->> 0 as i, value ->> 1 as sha from json_each($1)',
  postgres: 'select cast(value ->> 0 as integer) as i, value ->> 1 as sha from json_array_elements($1::json)',
}

/** The text of the key of an account. */
export function keyText(account: number): string {
  return `rgk_${hash('sha256', `bench ${account}`)}`
}

export function keyHash(account: number): string {
  return hash('sha256', keyText(account))
}

export function projectId(account: number): string {
  return `prj_bench${account}`
}

/** Accounts 1 … `count` with a project, an origin and a key each, as commands would have written them one by one. */
export async function fillAccounts(database: Database, count: number): Promise<void> {
  if (database.dialect === 'postgres') await setTriggers(database, 'disable')
  for (let from = 1; from <= count; from += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, count - from + 1) }, (_, i) => from + i)
    const rows = JSON.stringify(numbers.map((number) => [number, keyHash(number)]))
    await database.transaction(async (queries) => {
      for (const sql of statements(database.dialect)) await queries.run(sql, rows)
    })
  }
  if (database.dialect === 'postgres') await setTriggers(database, 'enable')
}

function statements(dialect: Database['dialect']): string[] {
  const rows = `(${ROWS[dialect]}) r`
  return [
    `insert into control_account (id, number, name, state, allowance_units, created_at_ms, wish, wish_applied, applied_at_ms)
     select 'acc_bench' || i, i, 'Bench', 'verified', 100000000, 0, 1, 1, 0 from ${rows}`,
    `insert into control_project (id, number, account, name, client_id, scopes, browser_scopes, state, created_at_ms)
     select 'prj_bench' || i, i, 'acc_bench' || i, 'Shop', 'rgp_' || substr(sha, 1, 32), 'addresses:suggest usage:read', 'addresses:suggest',
       'active', 0 from ${rows}`,
    `insert into control_origin (project, origin) select 'prj_bench' || i, 'https://www.shop' || i || '.example' from ${rows}`,
    `insert into control_key (id, project, name, sha256, last4, scopes, created_at_ms, expires_at_ms, revoked_at_ms)
     select 'key_bench' || i, 'prj_bench' || i, '', ${HEX[dialect]('sha')}, 'last', 'addresses:suggest usage:read', 0,
       4000000000000, null from ${rows}`,
  ]
}

/** They cost PostgreSQL a third of a millisecond for each row. A server that starts reads all rows. */
async function setTriggers(database: Database, how: 'disable' | 'enable'): Promise<void> {
  for (const table of ['account', 'project', 'origin', 'key'])
    await database.run(`alter table control_${table} ${how} trigger user`)
}
