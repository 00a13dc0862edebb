import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { InputError } from '../stdx/input-error.ts'
import { replaceFile } from '../stdx/replace-file.ts'

/** One host of the address of a PostgreSQL database. */
export interface DatabaseHost {
  /** For messages: `db-1.example:5432`, never with a password. */
  readonly name: string
  /** The address with this host alone. */
  readonly url: string
}

const FORM = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s
const HOST = /^(?:\[[0-9A-Fa-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/
const PORT_MAX = 65_535

/**
 * The hosts of `postgres://u@a:5432,b:5432/db`. An address with one host is returned as it is. Throws InputError, whose
 * message repeats nothing of the address: it has a password.
 */
export function listDatabaseHosts(url: string): DatabaseHost[] {
  const [, before = '', list = '', after = ''] = FORM.exec(url) ?? []
  const hosts = list.split(',')
  if (hosts.length === 1) {
    if (before === '' || !URL.canParse(url)) throw new InputError(NO_ADDRESS)
    const { searchParams, host } = new URL(url)
    if (searchParams.get('host')?.includes(',')) throw new InputError(`${NAME}: ${HOSTS_IN_FRONT}`)
    return [{ name: decodeURIComponent(host), url }]
  }
  return hosts.map((host, i) => {
    const one = `${before}${host}${after}`
    const [found, port = '5432'] = HOST.exec(host) ?? []
    if (found === undefined || Number(port) === 0 || PORT_MAX < Number(port) || !URL.canParse(one))
      throw new InputError(`${NAME}: host ${i + 1} of the list cannot be read. ${FORM_OF_LISTS}`)
    const { searchParams } = new URL(one)
    if (searchParams.has('host') || searchParams.has('port')) throw new InputError(`${NAME}: ${HOSTS_IN_FRONT}`)
    if ((searchParams.get('target_session_attrs') ?? READ_WRITE) !== READ_WRITE)
      throw new InputError(`${NAME}: target_session_attrs must be read-write, or be left out: Regista needs a primary.`)
    return { name: decodeURIComponent(host), url: one }
  })
}

/** The hosts and the database, without user and password. */
export function describeDatabaseUrl(url: string): string {
  const [{ url: first }] = listDatabaseHosts(url) as [DatabaseHost]
  const names = listDatabaseHosts(url).map(({ name }) => name)
  return `${names.join(',')}${new URL(first).pathname}`
}

/** Where a server's log of changes stands. */
export interface ServerPlace {
  /** The cluster's own name; empty: the server hides it, or it is SQLite. */
  readonly cluster: string
  /** Raised whenever a standby takes over; 0: a standby, or unknown. */
  readonly timeline: number
}

/** For `openDatabase`. What the server of the data folder has seen keeps each program off an old primary. */
export function postgresAt(url: string, data: string) {
  return { url, seenTimelines: join(data, 'node', 'timelines.json') }
}

/** The newest timeline of each cluster that the server of a data folder has seen; a JSON object in its file. */
export function readSeenTimelines(path: string): Map<string, number> {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, number>))
  } catch {
    // Not there yet. The server's mark has the timeline of its last charge, too.
    return new Map()
  }
}

/** A restart must not use an old primary either, whether the server charged on the new one or not. */
export function storeSeenTimeline(path: string, { cluster, timeline }: ServerPlace): void {
  const newest = readSeenTimelines(path)
  if (timeline <= (newest.get(cluster) ?? 0)) return
  try {
    replaceFile(path, JSON.stringify(Object.fromEntries(newest.set(cluster, timeline))), { mode: 0o600 })
  } catch {
    // A full disk stops no charge. The mark has the timeline of the last one.
  }
}

const NAME = 'REGISTA_DATABASE_URL'
const READ_WRITE = 'read-write'
const NO_ADDRESS = `${NAME} is no address of a database. Write it as postgres://USER:PASSWORD@HOST:5432/DATABASE, with %40 for an @ in the password.`
const FORM_OF_LISTS = 'Write each as HOST, HOST:PORT or [IPv6]:PORT, with commas between them.'
const HOSTS_IN_FRONT = 'write several hosts in front of the name of the database: postgres://USER@HOST,HOST/DATABASE.'
