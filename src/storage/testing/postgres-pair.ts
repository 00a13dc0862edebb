import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { until } from '../../stdx/testing/until.ts'
import { type FaultyProxy, type ProxyOptions, startProxy } from './faulty-proxy.ts'
import { CLIENT_LIMITS, type OwnPostgres, PREPARED, startOwnPostgres } from './postgres.ts'

/** A place in the list of hosts: a proxy, and the server behind it. */
export interface PairHost {
  readonly proxy: FaultyProxy
  server: OwnPostgres
}

/** A primary and a standby that streams from it, each behind a proxy: `a` stands first in the address. */
export interface PostgresPair extends AsyncDisposable {
  readonly a: PairHost
  readonly b: PairHost
  /** `postgres://postgres@A,B/postgres` */
  readonly url: string
  /** Creates another database on the primary. */
  createDatabase(name: string, primary: PairHost): Promise<string>
  /** Makes the standby the primary, as a cluster manager does: it waits for no standby while there is none. */
  promote(host: PairHost): Promise<void>
  /** Puts a new standby, a copy of the primary, in the place of what is there. */
  rebuild(host: PairHost, primary: PairHost): Promise<void>
}

export interface PairOptions extends ProxyOptions {
  readonly isSynchronous: boolean
  readonly settings?: Readonly<Record<string, string>>
}

export async function startPair({ isSynchronous, settings, ...proxied }: PairOptions): Promise<PostgresPair> {
  await using opened = new AsyncDisposableStack()
  if (process.env[PREPARED] === undefined) {
    // Else each rebuild would run `initdb`, and block the proxies of this process.
    const { dir } = opened.use(await startOwnPostgres())
    process.env[PREPARED] = dir
    opened.defer(() => void delete process.env[PREPARED])
  }
  const common = { synchronous_commit: 'on', wal_receiver_status_interval: '1', ...settings }
  // A promotion beside a reload may be noticed only after this time; the default is five seconds.
  const standby = { ...common, wal_retrieve_retry_interval: '200ms' }

  async function startStandby(primary: OwnPostgres): Promise<OwnPostgres> {
    const conninfo = `host=${primary.dir} user=postgres application_name=standby`
    return await startOwnPostgres({ ...standby, primary_conninfo: conninfo }, undefined, (data) =>
      copyData(primary, data),
    )
  }

  /** The first commits that wait for a standby would hang until it is there. */
  async function waitForStandby(primary: OwnPostgres): Promise<void> {
    const isThere = `select 1 from pg_stat_replication where state = 'streaming' and flush_lsn is not null`
    await until(
      () => runOn(primary, isThere),
      'the standby',
      (rows) => 0 < rows.length,
    )
    if (isSynchronous) await setNames(primary, '*')
  }

  const first = await startOwnPostgres(common)
  const a: PairHost = { server: first, proxy: await startProxy(first.url, proxied) }
  opened.defer(() => a.server[Symbol.asyncDispose]())
  opened.use(a.proxy)
  const second = await startStandby(first)
  const b: PairHost = { server: second, proxy: await startProxy(second.url, proxied) }
  opened.defer(() => b.server[Symbol.asyncDispose]())
  opened.use(b.proxy)
  await waitForStandby(first)
  const hosts = [a, b].map(({ proxy }) => new URL(proxy.url).host).join(',')
  const urlOf = (name: string): string => `postgres://postgres@${hosts}/${name}`
  const parts = opened.move()
  return {
    a,
    b,
    url: urlOf('postgres'),
    async createDatabase(name, { server }) {
      await runOn(server, `create database ${name}`)
      return urlOf(name)
    },
    async promote({ server }) {
      await setNames(server, '')
      await runOn(server, 'select pg_promote()')
    },
    async rebuild(host, primary) {
      await host.server[Symbol.asyncDispose]()
      host.server = await startStandby(primary.server)
      host.proxy.leadTo(host.server.url)
      await waitForStandby(primary.server)
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

/** Sets the names of the standbys that commits wait for: `*`, or none. */
export async function setNames(server: OwnPostgres, names: string): Promise<void> {
  await runOn(server, `alter system set synchronous_standby_names = '${names}'`)
  await runOn(server, 'select pg_reload_conf()')
}

/** Copies the files of a running server, as `pg_basebackup` does. */
async function copyData(from: OwnPostgres, data: string): Promise<readonly string[]> {
  const client = new Client({ connectionString: from.url, ...CLIENT_LIMITS })
  await client.connect()
  try {
    await client.query("select pg_backup_start('standby', true)")
    try {
      // The proxies run in this process: nothing may block it.
      await promisify(execFile)('cp', ['-a', from.data, data])
    } catch {
      // A file was removed while it was copied.
    }
    const { rows } = await client.query('select labelfile, spcmapfile from pg_backup_stop(false)')
    for (const name of ['postmaster.pid', 'postmaster.opts', 'recovery.signal'])
      rmSync(join(data, name), { force: true })
    writeFileSync(join(data, 'backup_label'), rows[0].labelfile)
    writeFileSync(join(data, 'standby.signal'), '')
    return ['backup_label', 'standby.signal']
  } finally {
    await client.end()
  }
}

/** A statement of the operator, on the server itself. */
export async function runOn(server: OwnPostgres, sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new Client({ connectionString: server.url, ...CLIENT_LIMITS })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
