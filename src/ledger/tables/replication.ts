import type { Rows } from './books.ts'

/** What PostgreSQL says about standbys. */
export interface Replication {
  /** Whether the settings make a commit wait for a standby's disk. */
  readonly waits: boolean
  /** The address and timeline of the server. */
  readonly server: string
  /** Undefined: the role may not read `pg_stat_replication`. */
  readonly standbys: readonly Standby[] | undefined
}

export interface Standby {
  readonly name: string
  readonly isSynchronous: boolean
}

/** Undefined: SQLite has no standbys. */
export async function readReplication(rows: Rows): Promise<Replication | undefined> {
  if (rows.dialect === 'sqlite') return undefined
  const found = await rows.query<readonly [0 | 1, string, string | null, string | null, string | null]>(REPLICATION)
  const [waits, server] = found[0]!
  const standbys = found.filter(([, , , state]) => state !== 'none')
  const isHidden = standbys.some(([, , , state]) => state === null)
  const sending = standbys.filter(([, , , state]) => state === 'streaming' || state === 'catchup')
  return {
    waits: waits === 1,
    server,
    standbys: isHidden
      ? undefined
      : sending.map(([, , name, , sync]) => ({ name: name!, isSynchronous: sync !== 'async' })),
  }
}

/**
 * Whether commits wait for a standby that is there. While none is connected they wait without end, so the settings say
 * it, as they do if the role may not see the standbys.
 */
export async function readIsSynchronous(rows: Rows): Promise<boolean | undefined> {
  const replication = await readReplication(rows)
  if (replication === undefined) return undefined
  const { waits, standbys = [] } = replication
  return waits && (standbys.length === 0 || standbys.some(({ isSynchronous }) => isSynchronous))
}

/**
 * With `on` and stronger settings a commit waits for a standby's disk; with `local` and `remote_write` it does not.
 * The columns of `pg_stat_replication` are null for a role without `pg_monitor`.
 */
const REPLICATION = `
  select (current_setting('synchronous_standby_names') <> ''
      and current_setting('synchronous_commit') in ('on', 'remote_apply'))::integer,
    concat(coalesce(host(inet_server_addr()), 'local'), ':', current_setting('port'), case when pg_is_in_recovery()
      then ', a standby' else ', timeline ' || ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int
    end),
    r.application_name, case when r.pid is null then 'none' else r.state end, r.sync_state
  from (select 1) as one left join pg_stat_replication r on true`
