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
   * The transaction that it is asked in; none for what begins or ends one. In a snapshot, a refusal to write tells nothing of the server: we have begun it
   * so. In none, a transaction that has failed is not ours.
   */
  readonly within?: 'change' | 'snapshot'
  /** How long the answer is waited for. */
  readonly waitMs?: number
}

export interface PostgresResult {
  /** What the server calls what it did. */
  readonly command: string
  readonly rows: SqlValue[][]
  readonly rowCount: number
}

/** One connection to a server. Once an answer did not come it is of no more use: the answer might come to the next question. */
export interface PostgresConnection {
  usable(): boolean
  ask(question: PostgresQuery): Promise<PostgresResult>
  close(): void
}

export interface ConnectOptions extends SessionOptions {
  readonly url: string
  /** `write`: a server that only reads is as good as none. */
  readonly mode: 'write' | 'read'
}

export async function connectPostgres(options: ConnectOptions): Promise<PostgresConnection> {
  const { url, mode, patienceMs } = options
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
  let backend: SqlValue | undefined
  const succeeded = new Set<string>()
  const drop = (): void => {
    usable = false
    socket.destroy()
  }
  // Without a listener, losing a connection that nobody is using would end the process.
  client.on('error', drop)
  client.on('end', drop)

  async function answer({
    sql,
    values,
    ifLost,
    waitMs = answerMs(patienceMs),
  }: PostgresQuery): Promise<PostgresResult> {
    if (!usable) throw lostError(new Error('the connection to the database is gone'), 'not_done')
    const timer = setTimeout(drop, waitMs)
    try {
      const prepared = values === undefined ? {} : { name: statementName(sql), values: [...values] }
      const result = await client.query({ text: sql, rowMode: 'array', ...prepared })
      if (values !== undefined) succeeded.add(sql)
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

  async function ask(question: PostgresQuery): Promise<PostgresResult> {
    try {
      return await answer(question)
    } catch (error) {
      if (!(error instanceof ServerError)) throw error
      switch (standing(error, question)) {
        case 'well':
          throw rejectionError(error)
        case 'useless':
          drop()
          throw lostError(error, 'not_done')
        case 'dying':
          drop()
          throw reportedError(error, question.ifLost)
        case 'unclear':
          if (await isAlive()) throw rejectionError(error)
          drop()
          throw lostError(error, question.ifLost)
      }
    }
  }

  function standing(error: ServerError, { sql, within }: PostgresQuery): ConnectionState {
    if (error.code === READ_ONLY_TRANSACTION && within === 'snapshot') return 'well'
    if (error.code === IN_FAILED_TRANSACTION && within === undefined) return 'useless'
    if (error.code === FEATURE_NOT_SUPPORTED && succeeded.has(sql)) return 'useless'
    return connectionStateAfter(error)
  }

  /** A server that is dying says why before it closes the connection; a transaction that failed still answers, with a refusal. */
  async function isAlive(): Promise<boolean> {
    try {
      const { rows } = await answer({ sql: 'select pg_backend_pid()', ifLost: 'not_done' })
      return rows[0]![0] === backend
    } catch (error) {
      return error instanceof ServerError && error.code === IN_FAILED_TRANSACTION
    }
  }

  try {
    await client.connect()
    usable = true
    const { pid, reads } = await configureSession(ask, options)
    if (mode === 'write' && reads === 'only') throw readOnlyServerError()
    backend = pid
  } catch (error) {
    drop()
    throw error instanceof DatabaseError ? error : connectError(error)
  }
  const close = (): void => {
    usable = false
    void client.end()
    setTimeout(drop, CLOSE_MS).unref()
  }
  return { usable: () => usable, ask, close }
}

async function configureSession(ask: PostgresConnection['ask'], options: SessionOptions) {
  const { rows } = await ask({ sql: sessionSettings(options), ifLost: 'not_done' })
  const [[pid, readOnly]] = rows as [[number, string]]
  return { pid, reads: readOnly === 'on' ? 'only' : 'and_writes' } as const
}

/** How long a connection may take to say goodbye. */
const CLOSE_MS = 500

function connectError(error: unknown): DatabaseError {
  return error instanceof ServerError ? rejectionError(error) : lostError(error, 'not_done')
}

function answerMs(patienceMs: number): number {
  return patienceMs * 1.5
}

/** Of several statements in one text the driver makes a list. */
function toResult(result: QueryArrayResult | readonly QueryArrayResult[]): PostgresResult {
  const last = Array.isArray(result) ? result.at(-1) : result
  return { command: last.command, rows: readRows(last), rowCount: last.rowCount ?? 0 }
}

const names = new Map<string, string>()

/**
 * Statements are constants, so each gets a name, under which the server keeps it prepared. It comes from the text: behind a pooler another process's
 * statement of the same name may be run instead, and then it is the same statement.
 */
function statementName(sql: string): string {
  let name = names.get(sql)
  if (name === undefined) names.set(sql, (name = `s${createHash('sha256').update(sql).digest('hex').slice(0, 16)}`))
  return name
}
