import type { Database, Queries } from '../../storage/storage.ts'
import type { RowQueries } from '../control/id-list.ts'
import { RowPacker } from './pack-rows.ts'
import { PAGE_ROWS, readAccountRows, readKeyRows, readOwnRules, readProjectRows } from './rows.ts'
import type { AccessHead, AllRows, ChangedRows, LogPosition } from './snapshot.ts'

/** Reads all rows, in pages. */
export function readAllRows(database: Database): Promise<AllRows> {
  return database.snapshot(async (queries) => {
    const from = { ...queries, dialect: database.dialect }
    const packer = new RowPacker()
    const own = await readOwnRules(from)
    await readPages(
      0,
      (after) => readAccountRows(from, { after }, own),
      (row) => packer.addAccount(row),
    )
    await readPages(
      0,
      (after) => readProjectRows(from, { after }, own),
      (row) => packer.addProject(row),
    )
    await readPages(
      '',
      (after) => readKeyRows(from, { after }),
      (row) => packer.addKey(row),
    )
    const [last] = await queries.query<LogColumns>(`${LOG} order by number desc limit 1`)
    return { kind: 'all', history: 'begins', rows: packer.finish(), ...(await readHead(queries, toPosition(last))) }
  })
}

/** The second column is the place of a row in the order of its table. */
async function readPages<Place, Row extends readonly [string, Place, ...unknown[]]>(
  first: Place,
  read: (after: Place) => Promise<Row[]>,
  add: (row: Row) => void,
): Promise<void> {
  for (let after = first; ; ) {
    const rows = await read(after)
    for (const row of rows) add(row)
    if (rows.length < PAGE_ROWS) return
    after = rows.at(-1)![1]
  }
}

/**
 * Reads the rows that changed after this position. `gap`: the log does not lead on from there, a row was removed, or
 * too much changed; then all rows must be read.
 */
export function readChangedRows(database: Database, after: LogPosition): Promise<ChangedRows | 'gap'> {
  return database.snapshot(async (queries) => {
    const sql = `${LOG} where $1 <= number order by number limit ${READ_ON_MAX}`
    const log = await queries.query<LogColumns>(sql, after.number)
    const [read] = log
    if (read?.[0] !== after.number || read[1] !== after.mark || log.length === READ_ON_MAX) return 'gap'
    const subjects = new Set(log.slice(1).map(([, , subject]) => subject))
    subjects.delete('ring')
    const rows = await readRows({ ...queries, dialect: database.dialect }, [...subjects])
    if (rows.accounts.length + rows.projects.length + rows.keys.length < subjects.size) return 'gap'
    return { kind: 'changed', ...rows, ...(await readHead(queries, toPosition(log.at(-1)))) }
  })
}

/** Reading all rows costs less than reading so many one by one. */
const READ_ON_MAX = 2_000

type LogColumns = readonly [number: number, mark: number, subject: string]

const LOG = 'select number, mark, subject from control_change'

function toPosition(row: LogColumns | undefined): LogPosition {
  return row === undefined ? { number: 0, mark: 0 } : { number: row[0], mark: row[1] }
}

/** The ids of accounts, projects and keys begin differently, so each id has one row. */
async function readRows(queries: RowQueries, ids: readonly string[]) {
  if (ids.length === 0) return { accounts: [], projects: [], keys: [] }
  const own = await readOwnRules(queries, ids)
  return {
    accounts: await readAccountRows(queries, { ids }, own),
    projects: await readProjectRows(queries, { ids }, own),
    keys: await readKeyRows(queries, { ids }),
  }
}

async function readHead(queries: Queries, position: LogPosition): Promise<AccessHead> {
  return {
    position,
    changes: await count(queries, 'select changes from control'),
    ring: await queries.query('select secret, created_at_ms from control_ring order by number desc limit 2'),
    pendingChanges: await count(queries, PENDING_CHANGES),
  }
}

const PENDING_CHANGES = `
  select (select count(*) from control_account where wish_applied < wish)
    + (select count(*) from control_trust where applied_at_ms is null)`

async function count(queries: Queries, sql: string): Promise<number> {
  const [[number]] = (await queries.query(sql)) as [[number]]
  return number
}
