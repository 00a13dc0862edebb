import { type Clock, systemClock } from '../../stdx/clock.ts'
import { type Database, DatabaseFault, type DatabaseValue, type Queries } from '../../storage/storage.ts'

/** What must be said differently to the two databases. */
export interface SqlDialect {
  /** Ends a select that keeps others from changing what it read. SQLite has one writer at a time anyway. */
  readonly forUpdate: string
  /** Ends one that keeps others from changing it, but not from reading it so. */
  readonly forShare: string
  /** A list of request ids, as the first parameter. */
  readonly requestIds: { readonly sql: string; value(ids: readonly string[]): DatabaseValue }
  nowMs(queries: Queries): Promise<number>
  timeline(queries: Queries): Promise<string>
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
    timeline: async () => '',
  }
}

function postgres(clock: Clock | undefined): SqlDialect {
  const timeline = timelineReader()
  return {
    forUpdate: ' for update',
    forShare: ' for share',
    requestIds: { sql: "select decode(id, 'hex') from unnest($1::text[]) as ids (id)", value: (ids) => ids },
    nowMs: async (queries) => {
      if (clock !== undefined) return clock.nowMs()
      const [[nowMs]] = (await queries.query('select floor(extract(epoch from clock_timestamp()) * 1000)::bigint')) as [
        [number],
      ]
      return nowMs
    },
    timeline,
  }
}

/**
 * The first eight digits of the name of the file that the server's log is written to; a standby that takes over begins the next number. A server whose
 * commits wait until a standby's disk has them too loses nothing when one takes over, so there is nothing to tell: `on` and more do, `local` and `remote_write` do not.
 */
const TIMELINE = `
  select case
    when pg_is_in_recovery() then ''
    when current_setting('synchronous_standby_names') <> '' and current_setting('synchronous_commit') in ('on', 'remote_apply') then ''
    else substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)
  end`

/** Servers that only speak PostgreSQL's language may not know the functions; a failure must not end the transaction it is asked in. */
function timelineReader(): SqlDialect['timeline'] {
  let server: 'unknown' | 'says' | 'cannot_say' = 'unknown'
  const read = async (queries: Queries): Promise<string> => {
    const [[timeline]] = (await queries.query(TIMELINE)) as [[string]]
    return timeline
  }
  return async (queries) => {
    if (server === 'says') return await read(queries)
    if (server === 'cannot_say') return ''
    await queries.run('savepoint before_timeline')
    try {
      const timeline = await read(queries)
      server = 'says'
      return timeline
    } catch (error) {
      if (!(error instanceof DatabaseFault) || error.reason !== 'refused') throw error
      await queries.run('rollback to savepoint before_timeline')
      server = 'cannot_say'
      return ''
    }
  }
}
