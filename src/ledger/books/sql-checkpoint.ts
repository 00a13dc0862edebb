import type { Database, Dialect, Queries, SqlValue } from '../../storage/storage.ts'
import {
  type Checkpoint,
  type CheckpointChanges,
  type GrantCheckpoint,
  type IncarnationCheckpoint,
  type MonthCheckpoint,
  monthKey,
} from './audit-checkpoint.ts'
import { sqlTable } from './sql-table.ts'

const INCARNATION = sqlTable<Omit<IncarnationCheckpoint, 'hash'> & { readonly hash: Uint8Array }>(
  'audit_incarnation',
  1,
  [...(['incarnation', 'seq', 'hash', 'lines', 'grantsTo', 'state'] as const)],
)

const GRANT = sqlTable<GrantCheckpoint>('audit_grant', 1, ['id', 'state', 'acked', 'held', 'clipped'])

const MONTH = sqlTable<MonthCheckpoint>('audit_month', 2, ['account', 'period', 'acked', 'held', 'clipped'])

export async function readCheckpoint(queries: Queries): Promise<Checkpoint> {
  const all = <Row>(name: string, table: { readonly columns: string; read(values: readonly SqlValue[]): Row }) =>
    queries.query(`select ${table.columns} from ${name}`).then((rows) => rows.map((row) => table.read(row)))
  const [[version]] = (await queries.query('select version from audit_state')) as [[number]]
  const incarnations = (await all('audit_incarnation', INCARNATION)).map((row) => ({ ...row, hash: row.hash.toHex() }))
  return {
    version,
    incarnations: new Map(incarnations.map((row) => [row.incarnation, row])),
    grants: new Map((await all('audit_grant', GRANT)).map((row) => [row.id, row])),
    months: new Map((await all('audit_month', MONTH)).map((row) => [monthKey(row), row])),
  }
}

/** `outrun`: another audit has moved the checkpoint since this one began, and nothing was changed. */
export function moveCheckpoint(database: Database, changes: CheckpointChanges): Promise<'moved' | 'outrun'> {
  const { from, incarnations, grants, removedGrants, months } = changes
  const isEmpty = incarnations.length + grants.length + removedGrants.length + months.length === 0
  return database.transaction(async (queries) => {
    const sql = 'update audit_state set version = version + $2 where version = $1'
    if ((await queries.run(sql, from.version, isEmpty ? 0 : 1)) === 0) return 'outrun'
    for (const row of incarnations)
      await queries.run(INCARNATION.put, ...INCARNATION.values({ ...row, hash: Uint8Array.fromHex(row.hash) }))
    for (let i = 0; i < removedGrants.length; i += ROWS_AT_ONCE)
      await queries.run(REMOVE_GRANTS[database.dialect], JSON.stringify(removedGrants.slice(i, i + ROWS_AT_ONCE)))
    await putMany(queries, PUT_GRANTS[database.dialect], grants.map(GRANT.values))
    await putMany(queries, PUT_MONTHS[database.dialect], months.map(MONTH.values))
    return 'moved'
  })
}

/** When everything was read again the last time. 0: never. */
export async function readFullAt(queries: Queries): Promise<number> {
  const [[atMs]] = (await queries.query('select full_at_ms from audit_state')) as [[number]]
  return atMs
}

export async function writeFullAt(queries: Queries, atMs: number): Promise<void> {
  await queries.run('update audit_state set full_at_ms = $1', atMs)
}

/** One statement for many rows: on SQLite no charge is committed meanwhile. */
const ROWS_AT_ONCE = 2000

async function putMany(queries: Queries, sql: string, rows: readonly (readonly SqlValue[])[]): Promise<void> {
  for (let i = 0; i < rows.length; i += ROWS_AT_ONCE)
    await queries.run(sql, JSON.stringify(rows.slice(i, i + ROWS_AT_ONCE)))
}

const SUMS = 'acked = excluded.acked, held = excluded.held, clipped = excluded.clipped'

const REMOVE_GRANTS: Readonly<Record<Dialect, string>> = {
  sqlite: 'delete from audit_grant where id in (select value from json_each($1))',
  postgres: 'delete from audit_grant where id in (select value::bigint from json_array_elements_text($1::json))',
}

const PUT_GRANTS: Readonly<Record<Dialect, string>> = {
  sqlite: `
    insert into audit_grant (${GRANT.columns})
    select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 from json_each($1) where true
    on conflict (id) do update set state = excluded.state, ${SUMS}`,
  postgres: `
    insert into audit_grant (${GRANT.columns})
    select (value ->> 0)::bigint, value ->> 1, (value ->> 2)::bigint, (value ->> 3)::bigint, (value ->> 4)::bigint
    from json_array_elements($1::json) as rows (value)
    on conflict (id) do update set state = excluded.state, ${SUMS}`,
}

const PUT_MONTHS: Readonly<Record<Dialect, string>> = {
  sqlite: `
    insert into audit_month (${MONTH.columns})
    select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 from json_each($1) where true
    on conflict (account, period) do update set ${SUMS}`,
  postgres: `
    insert into audit_month (${MONTH.columns})
    select value ->> 0, value ->> 1, (value ->> 2)::bigint, (value ->> 3)::bigint, (value ->> 4)::bigint
    from json_array_elements($1::json) as rows (value)
    on conflict (account, period) do update set ${SUMS}`,
}
