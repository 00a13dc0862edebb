import { createHash } from 'node:crypto'
import { Socket } from 'node:net'
import { Client, type QueryArrayResult, DatabaseError as ServerError } from 'pg'
import { DatabaseError, type DatabaseValue, type SqlValue } from './database.ts'
import { InexactNumberError } from './inexact-number-error.ts'
import {
  type ConnectionState,
  connectionStateAfter,
  FEATURE_NOT_SUPPORTED,
  IN_FAILED_TRANSACTION,
  lostError,
  type OutcomeIfLost,
  READ_ONLY_TRANSACTION,
  readOnlyServerError,
  rejectionError,
  reportedError,
} from './postgres-errors.ts'
import { type SessionOptions, sessionSettings } from './postgres-session.ts'
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
  /** Called for every new connection. If it throws, the connection is not used. */
  readonly admit?: (server: ServerPlace) => void
}

/** Where the server's log of changes stands. */
export interface ServerPlace {
  /** The cluster's own name; empty: the server hides it. */
  readonly cluster: string
  /** Raised whenever a standby takes over; 0: a standby, or unknown. */
  readonly timeline: number
}

export async function connectPostgres(options: ConnectOptions): Promise<PostgresConnection> {
  const { url, mode, patienceMs, admit } = options
  const socket = new Socket()
  const client = new Client({
    connectionString: url,
    types: keepTexts,
    connectionTimeoutMillis: patienceMs,
    keepAlive: true,
    application_name: 'regista',
    stream: () => socket,
  })
  let usable = false
  let hasWarned = false
  let backend: SqlValue | undefined
  const succeeded = new Set<string>()
  const drop = (): void => {
    usable = false
    socket.destroy()
  }
  // Without a listener, the loss of an idle connection would end the process.
  client.on('error', drop)
  client.on('end', drop)
  client.on('notice', ({ severity }) => {
    if (severity === 'WARNING') hasWarned = true
  })

  async function execute({
    sql,
    values,
    ifLost,
    waitMs = resultWaitMs(patienceMs),
  }: PostgresQuery): Promise<PostgresResult> {
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
      switch (connectionState(error, query)) {
        case 'well':
          throw rejectionError(error)
        case 'useless':
          drop()
          throw lostError(error, 'not_done')
        case 'dying':
          drop()
          throw reportedError(error, query.ifLost)
        case 'unclear':
          if (await isAlive()) throw rejectionError(error)
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
    await client.connect()
    usable = true
    const { pid, reads } = await configureSession(query, options)
    if (mode === 'write' && reads === 'only') throw readOnlyServerError()
    backend = pid
    if (admit !== undefined) admit(await readPlace(query))
  } catch (error) {
    drop()
    throw error instanceof DatabaseError ? error : connectError(error)
  }
  const close = (): void => {
    usable = false
    void client.end()
    setTimeout(drop, CLOSE_MS).unref()
  }
  return { isUsable: () => usable, query, close }
}

async function configureSession(query: PostgresConnection['query'], options: SessionOptions) {
  const { rows } = await query({ sql: sessionSettings(options), ifLost: 'not_done' })
  const [[pid, readOnly]] = rows as [[number, string]]
  return { pid, reads: readOnly === 'on' ? 'only' : 'and_writes' } as const
}

/** How long closing a connection may take. */
const CLOSE_MS = 500

/** A refused login says nothing about the data: it is a lost connection like any other. */
function connectError(error: unknown): DatabaseError {
  return lostError(error, 'not_done')
}

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

function resultWaitMs(patienceMs: number): number {
  return patienceMs * 1.5
}

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
  let name = names.get(sql)
  if (name === undefined) names.set(sql, (name = `s${createHash('sha256').update(sql).digest('hex').slice(0, 16)}`))
  return name
}
