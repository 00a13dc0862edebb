import type { Database, Queries } from '../../storage/storage.ts'
import {
  type Checkpoint,
  type CheckpointChanges,
  type GrantCheckpoint,
  type IncarnationCheckpoint,
  type MonthCheckpoint,
  monthKey,
} from './audit-checkpoint.ts'
import { SqlTable, selectJsonRows } from './sql-table.ts'

const UNITS = { acked: 'number', held: 'number', clipped: 'number' } as const

const INCARNATION = new SqlTable<IncarnationCheckpoint>('audit_incarnation', 1, {
  incarnation: 'number',
  seq: 'number',
  hash: 'bytes',
  lines: 'number',
  grantsTo: 'number',
  state: 'text',
})

const GRANT = new SqlTable<GrantCheckpoint>('audit_grant', 1, { id: 'number', state: 'text', ...UNITS })

const MONTH = new SqlTable<MonthCheckpoint>('audit_month', 2, { account: 'text', period: 'text', ...UNITS })

export async function readCheckpoint(queries: Queries): Promise<Checkpoint> {
  const [[version]] = (await queries.query('select version from audit_state')) as [[number]]
  return {
    version,
    incarnations: new Map((await INCARNATION.select(queries, '')).map((row) => [row.incarnation, row])),
    grants: new Map((await GRANT.select(queries, '')).map((row) => [row.id, row])),
    months: new Map((await MONTH.select(queries, '')).map((row) => [monthKey(row), row])),
  }
}

/**
 * Stores a new checkpoint. `outrun`: another audit has moved the checkpoint since this one began, and nothing was
 * changed.
 */
export function moveCheckpoint(database: Database, changes: CheckpointChanges): Promise<'moved' | 'outrun'> {
  const { from, incarnations, grants, removedGrants, months } = changes
  const { dialect } = database
  const isEmpty = incarnations.length + grants.length + removedGrants.length + months.length === 0
  return database.transaction(async (queries) => {
    const sql = 'update audit_state set version = version + $2 where version = $1'
    if ((await queries.run(sql, from.version, isEmpty ? 0 : 1)) === 0) return 'outrun'
    const removed = JSON.stringify(removedGrants.map((id) => [id]))
    await queries.run(`delete from audit_grant where id in (${selectJsonRows(dialect, 'number')})`, removed)
    await INCARNATION.put(queries, dialect, incarnations)
    await GRANT.put(queries, dialect, grants)
    await MONTH.put(queries, dialect, months)
    return 'moved'
  })
}

/** The time of the last full audit. 0: never. */
export async function readFullAt(queries: Queries): Promise<number> {
  const [[atMs]] = (await queries.query('select full_at_ms from audit_state')) as [[number]]
  return atMs
}

export async function writeFullAt(queries: Queries, atMs: number): Promise<void> {
  await queries.run('update audit_state set full_at_ms = $1', atMs)
}
