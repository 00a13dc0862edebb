import { hash } from 'node:crypto'
import { Socket } from 'node:net'
import { Client, type QueryArrayResult, DatabaseError as ServerError } from 'pg'
import { DatabaseError, type DatabaseValue, type SqlValue } from './database.ts'
import type { ServerPlace } from './database-url.ts'
import { InexactNumberError } from './inexact-number-error.ts'
import {
  type ConnectionState,
  connectionStateAfter,
  DUPLICATE_STATEMENT,
  FEATURE_NOT_SUPPORTED,
  IN_FAILED_TRANSACTION,
  lostError,
  type OutcomeIfLost,
  READ_ONLY_TRANSACTION,
  readOnlyServerError,
  reportedError,
  sharedSessionError,
} from './postgres-errors.ts'
import { type SessionOptions, sessionSettings } from './postgres-session.ts'
import { enterTimeline } from './postgres-timelines.ts'
import { keepTexts, readRows } from './postgres-values.ts'

export interface PostgresQuery {
  readonly sql: string
  readonly values?: readonly DatabaseValue[]
  readonly ifLost: OutcomeIfLost
  /**
   * The kind of the open transaction; none for a statement alone and for one that begins or ends a transaction.
   * In a snapshot, "read only" comes from our own `begin` and says nothing about the server.
   * Without a transaction, "in failed transaction" means that a pooler gave us the session of another client.
   */
  readonly within?: 'change' | 'snapshot'
  /** How long to wait for the result. */
  readonly waitMs?: number
}

export interface PostgresResult {
  /** The server's command tag, `COMMIT` for example. */
  readonly command: string
  readonly rows: SqlValue[][]
  readonly rowCount: number
}

/**
 * One connection to a server. After a result that did not arrive it is unusable: the next query might get that result.
 */
export interface PostgresConnection {
  isUsable(): boolean
  query(query: PostgresQuery): Promise<PostgresResult>
  close(): void
}

export interface ConnectOptions extends SessionOptions {
  readonly url: string
  /** `write`: a read-only server is rejected. */
  readonly mode: 'write' | 'read'
  /** Called for every new connection that is used. */
  readonly entered?: (server: ServerPlace) => void
}

export interface OpenOptions extends ConnectOptions {
  /** One host of `url`. */
  readonly hostUrl: string
  /** Its address, if its name was looked up. TLS still checks the name. */
  readonly address?: string | undefined
  /** Ends the attempt; no effect on an open connection. */
  readonly signal?: AbortSignal
}

export interface OpenedConnection extends PostgresConnection {
  readonly place: ServerPlace
}

export async function openConnection(options: OpenOptions): Promise<OpenedConnection> {
  const { url, mode, patienceMs, signal } = options
  const socket = new Socket()
  const client = createClient(options, socket)
  let usable = false
  let place: ServerPlace = { cluster: '', timeline: 0 }
  let leave = (): void => undefined
  let hasWarned = false
  let backend: SqlValue | undefined
  const succeeded = new Set<string>()
  const drop = (): void => {
    usable = false
    leave()
    socket.destroy()
  }
  // Without a listener, the loss of an idle connection would end the process.
  client.on('error', drop)
  client.on('end', drop)
  client.on('notice', ({ severity }) => {
    if (severity === 'WARNING') hasWarned = true
  })

  async function execute({ sql, values, ifLost, waitMs = patienceMs * 1.5 }: PostgresQuery): Promise<PostgresResult> {
    if (!usable) throw lostError(new Error('the connection to the database is closed'), 'not_done')
    const timer = setTimeout(drop, waitMs)
    hasWarned = false
    try {
      const prepared = values === undefined ? {} : { name: statementName(sql), values: [...values] }
      const result = await client.query({ text: sql, rowMode: 'array', ...prepared })
      if (values !== undefined) succeeded.add(sql)
      // "canceling wait for synchronous replication": it is committed here, and a standby may lack it.
      if (hasWarned && ifLost === 'unknown') throw new Error('the server warned that the commit may not be durable')
      return toResult(result)
    } catch (error) {
      if (error instanceof ServerError) throw error
      if (error instanceof InexactNumberError)
        throw new DatabaseError(error.message, { outcome: ifLost, reason: 'refused', cause: error })
      drop()
      throw lostError(error, ifLost)
    } finally {
      clearTimeout(timer)
    }
  }

  async function query(query: PostgresQuery): Promise<PostgresResult> {
    try {
      return await execute(query)
    } catch (error) {
      if (!(error instanceof ServerError)) throw error
      if (error.code === DUPLICATE_STATEMENT) {
        drop()
        throw sharedSessionError()
      }
      switch (connectionState(error, query)) {
        case 'well':
          throw reportedError(error, 'not_done')
        case 'useless':
          drop()
          throw lostError(error, 'not_done')
        case 'dying':
          drop()
          throw reportedError(error, query.ifLost)
        case 'unclear':
          if (await isAlive()) throw reportedError(error, 'not_done')
          drop()
          throw lostError(error, query.ifLost)
      }
    }
  }

  function connectionState(error: ServerError, { sql, within }: PostgresQuery): ConnectionState {
    if (error.code === READ_ONLY_TRANSACTION && within === 'snapshot') return 'well'
    if (error.code === IN_FAILED_TRANSACTION && within === undefined) return 'useless'
    if (error.code === FEATURE_NOT_SUPPORTED && succeeded.has(sql)) return 'useless'
    return connectionStateAfter(error)
  }

  /** A failed transaction still answers, with an error; a server that is shutting down closes the connection. */
  async function isAlive(): Promise<boolean> {
    try {
      const { rows } = await execute({ sql: 'select pg_backend_pid()', ifLost: 'not_done' })
      return rows[0]![0] === backend
    } catch (error) {
      return error instanceof ServerError && error.code === IN_FAILED_TRANSACTION
    }
  }

  try {
    signal?.throwIfAborted()
    signal?.addEventListener('abort', drop)
    await client.connect()
    usable = true
    const { rows } = await query({ sql: sessionSettings(options), ifLost: 'not_done' })
    const [[pid, readOnly]] = rows as [[number, string]]
    if (mode === 'write' && readOnly === 'on') throw readOnlyServerError()
    backend = pid
    if (client.processID !== pid) await rejectSharedSessions(options, pid, query)
    place = await readPlace(query)
    leave = enterTimeline({ url, ...place }, drop)
  } catch (error) {
    drop()
    // A refused login says nothing about the data: it is a lost connection like any other.
    throw error instanceof DatabaseError ? error : lostError(error, 'not_done')
  } finally {
    signal?.removeEventListener('abort', drop)
  }
  const close = (): void => {
    usable = false
    leave()
    void client.end()
    setTimeout(drop, CLOSE_MS).unref()
  }
  return { isUsable: () => usable, query, close, place }
}

/** The driver has the number of the backend, as the server announced it. */
function createClient({ hostUrl, address, patienceMs }: OpenOptions, socket: Socket): Client & { processID?: number } {
  const to = (port: number): Socket => Socket.prototype.connect.call(socket, { port, host: address } as never)
  if (address !== undefined) Object.assign(socket, { connect: to })
  return new Client({
    connectionString: hostUrl,
    types: keepTexts,
    connectionTimeoutMillis: patienceMs,
    keepAlive: true,
    application_name: 'regista',
    stream: () => socket,
  })
}

/**
 * A pooler announces another number of the backend than the backend has. If it pools transactions, statements of one
 * client reach several backends, or two clients the same one. One that has no second connection for us pools sessions.
 */
async function rejectSharedSessions(
  options: OpenOptions,
  pid: number,
  query: PostgresConnection['query'],
): Promise<void> {
  const socket = new Socket()
  const other = createClient({ ...options, patienceMs: SECOND_CLIENT_MS }, socket)
  other.on('error', () => undefined)
  // It has no limit for a statement: a pooler may accept it and never answer.
  const timer = setTimeout(() => socket.destroy(), SECOND_CLIENT_MAX_MS)
  try {
    const isOpen = await other.connect().then(
      () => true,
      () => false,
    )
    const others = new Set<string>()
    for (let round = 0; isOpen && round < POOLER_ROUNDS; round++) {
      others.add((await other.query('select pg_backend_pid() as pid')).rows[0].pid)
      const { rows } = await query({ sql: 'select pg_backend_pid()', ifLost: 'not_done' })
      if (others.has(`${pid}`) || 1 < others.size || rows[0]![0] !== pid) throw sharedSessionError()
    }
  } finally {
    clearTimeout(timer)
    socket.destroy()
  }
}

const POOLER_ROUNDS = 3
const SECOND_CLIENT_MS = 500
/** The connection, and all of its statements. */
const SECOND_CLIENT_MAX_MS = 2_000

/** How long closing a connection may take. */
const CLOSE_MS = 500

/** Other servers that speak PostgreSQL's protocol may lack these functions. */
async function readPlace(query: PostgresConnection['query']): Promise<ServerPlace> {
  try {
    const [[cluster, timeline]] = (await query({ sql: PLACE, ifLost: 'not_done' })).rows as [[string, string]]
    return { cluster, timeline: Number.parseInt(timeline, 16) }
  } catch (error) {
    if (error instanceof DatabaseError && error.reason === 'refused') return { cluster: '', timeline: 0 }
    throw error
  }
}

/** The timeline is the first eight digits of the name of the current WAL file. */
const PLACE = `
  select system_identifier::text,
    case when pg_is_in_recovery() then '0' else substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end
  from pg_control_system()`

/** The driver returns a list for a text of several statements. */
function toResult(result: QueryArrayResult | readonly QueryArrayResult[]): PostgresResult {
  const last = Array.isArray(result) ? result.at(-1) : result
  return { command: last.command, rows: readRows(last), rowCount: last.rowCount ?? 0 }
}

const names = new Map<string, string>()

/**
 * The server keeps each statement prepared under a name. The name is a hash of the text: behind a pooler, another
 * process may have prepared the name, and then it is the same statement.
 */
function statementName(sql: string): string {
  return names.getOrInsertComputed(sql, () => `s${hash('sha256', sql, 'hex').slice(0, 16)}`)
}
