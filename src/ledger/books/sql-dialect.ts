import { type Clock, systemClock } from '../../stdx/clock.ts'
import { type Database, DatabaseFault, type DatabaseValue, type Queries } from '../../storage/storage.ts'
import { onlyRow } from './only-row.ts'
import type { ServerHistory } from './rows.ts'

/** What must be said differently to the two databases. */
export interface SqlDialect {
  /** Ends a select that keeps others from changing what it read. SQLite has one writer at a time anyway. */
  readonly forUpdate: string
  /** Ends one that keeps others from changing it, but not from reading it so. */
  readonly forShare: string
  /** A list of request ids, as the first parameter. */
  readonly requestIds: { readonly sql: string; value(ids: readonly string[]): DatabaseValue }
  nowMs(queries: Queries): Promise<number>
  /** The same, and the ledger's time as it stands in the books. */
  times(queries: Queries): Promise<{ readonly clockMs: number; readonly keptMs: number }>
  serverHistory(queries: Queries): Promise<ServerHistory>
}

/** `clock` takes the place of the database's own. */
export function sqlDialect(database: Database, clock: Clock | undefined): SqlDialect {
  return database.dialect === 'sqlite' ? sqlite(clock ?? systemClock) : postgres(clock)
}

function sqlite(clock: Clock): SqlDialect {
  return {
    forUpdate: '',
    forShare: '',
    requestIds: { sql: 'select unhex(value) from json_each($1)', value: (ids) => JSON.stringify(ids) },
    nowMs: async () => clock.nowMs(),
    times: async (queries) => ({ clockMs: clock.nowMs(), keptMs: await keptTime(queries) }),
    serverHistory: async () => NO_HISTORY,
  }
}

function postgres(clock: Clock | undefined): SqlDialect {
  return {
    forUpdate: ' for update',
    forShare: ' for share',
    requestIds: { sql: "select decode(id, 'hex') from unnest($1::text[]) as ids (id)", value: (ids) => ids },
    nowMs: async (queries) => {
      if (clock !== undefined) return clock.nowMs()
      const [[nowMs]] = (await queries.query(`select ${CLOCK_MS}`)) as [[number]]
      return nowMs
    },
    times: async (queries) => {
      if (clock !== undefined) return { clockMs: clock.nowMs(), keptMs: await keptTime(queries) }
      const sql = `select ${CLOCK_MS}, now_ms from ledger_time`
      const [clockMs, keptMs] = await onlyRow<readonly [number, number]>(queries, sql)
      return { clockMs, keptMs }
    },
    serverHistory: historyReader(),
  }
}

const CLOCK_MS = 'floor(extract(epoch from clock_timestamp()) * 1000)::bigint'

async function keptTime(queries: Queries): Promise<number> {
  return (await onlyRow<readonly [number]>(queries, 'select now_ms from ledger_time'))[0]
}

const NO_HISTORY: ServerHistory = { timeline: '', isSynchronous: false }

/**
 * The timeline is the first eight digits of the name of the file that the server's log is written to. Commits are on a standby's disk with `on` and more;
 * `local` and `remote_write` do not wait for it.
 */
const HISTORY = `
  select case when pg_is_in_recovery() then '' else substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end,
    (current_setting('synchronous_standby_names') <> '' and current_setting('synchronous_commit') in ('on', 'remote_apply'))::integer`

/** Servers that only speak PostgreSQL's language may not know the functions; a failure must not end the transaction it is asked in. */
function historyReader(): SqlDialect['serverHistory'] {
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
      if (!(error instanceof DatabaseFault) || error.reason !== 'refused') throw error
      await queries.run('rollback to savepoint before_history')
      server = 'cannot_answer'
      return NO_HISTORY
    }
  }
}
