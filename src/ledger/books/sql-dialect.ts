import { type Clock, systemClock } from '../../stdx/clock.ts'
import { type Database, DatabaseError, type Dialect, type Queries } from '../../storage/storage.ts'
import type { ServerHistory } from './rows.ts'
import { readSingleRow } from './single-row.ts'

/** Where the SQL of the two databases differs. */
export interface SqlDialect {
  readonly name: Dialect
  /** Ends a select that locks the rows against changes. SQLite has one writer at a time and needs none. */
  readonly forUpdate: string
  /** Ends a select that locks the rows against changes, but not against the same lock. */
  readonly forShare: string
  /** The clock, and ledger time as the books store it. */
  times(queries: Queries): Promise<readonly [clockMs: number, keptMs: number]>
  serverHistory(queries: Queries): Promise<ServerHistory>
}

/** `clock`, if given, replaces the database's own clock. */
export function createSqlDialect({ dialect: name }: Database, clock: Clock | undefined): SqlDialect {
  if (name === 'sqlite') {
    const times = readTimesBy(clock ?? systemClock)
    return { name, forUpdate: '', forShare: '', times, serverHistory: async () => NO_HISTORY }
  }
  const times = clock === undefined ? readServerTimes : readTimesBy(clock)
  return { name, forUpdate: ' for update', forShare: ' for share', times, serverHistory: createHistoryReader() }
}

function readTimesBy(clock: Clock): SqlDialect['times'] {
  return async (queries) => {
    const [keptMs] = await readSingleRow<readonly [number]>(queries, 'select now_ms from ledger_time')
    return [clock.nowMs(), keptMs]
  }
}

function readServerTimes(queries: Queries): ReturnType<SqlDialect['times']> {
  const clock = 'floor(extract(epoch from clock_timestamp()) * 1000)::bigint'
  return readSingleRow<readonly [number, number]>(queries, `select ${clock}, now_ms from ledger_time`)
}

const NO_HISTORY: ServerHistory = { timeline: '', isSynchronous: false }

/**
 * The timeline is the first eight digits of the name of the current WAL file. With `on` and stronger settings a
 * commit waits for a standby's disk; with `local` and `remote_write` it does not.
 */
const HISTORY = `
  select case when pg_is_in_recovery() then '' else substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end,
    (current_setting('synchronous_standby_names') <> '' and current_setting('synchronous_commit') in ('on', 'remote_apply'))::integer`

/**
 * Other servers that speak PostgreSQL's protocol may lack these functions. Their error must not end the transaction,
 * so the first call uses a savepoint.
 */
function createHistoryReader(): SqlDialect['serverHistory'] {
  let server: 'unknown' | 'answers' | 'cannot_answer' = 'unknown'
  const read = async (queries: Queries): Promise<ServerHistory> => {
    const [[timeline, isSynchronous]] = (await queries.query(HISTORY)) as [[string, 0 | 1]]
    return { timeline, isSynchronous: isSynchronous === 1 }
  }
  return async (queries) => {
    if (server === 'answers') return await read(queries)
    if (server === 'cannot_answer') return NO_HISTORY
    await queries.run('savepoint before_history')
    try {
      const history = await read(queries)
      server = 'answers'
      return history
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.reason !== 'refused') throw error
      await queries.run('rollback to savepoint before_history')
      server = 'cannot_answer'
      return NO_HISTORY
    }
  }
}
