import { Socket } from 'node:net'
import { Client, DatabaseError, type QueryArrayResult } from 'pg'
import { DatabaseFault, type DatabaseValue } from './database.ts'
import { type IfLost, isPlainRefusal, lostFault, refusal } from './postgres-faults.ts'
import { postgresTypes } from './postgres-values.ts'

export interface Question {
  readonly sql: string
  readonly values?: readonly DatabaseValue[]
  readonly ifLost: IfLost
  /** How long the answer is waited for. */
  readonly waitMs?: number
}

/** One connection to a server. Once an answer did not come it is of no more use: the answer might come to the next question. */
export interface PostgresConnection {
  usable(): boolean
  ask(question: Question): Promise<QueryArrayResult>
  close(): void
}

/** `patienceMs`: what a statement may take. Then the server gives it up; if not even that is heard, so do we, a little later. */
export async function connectPostgres(url: string, patienceMs: number): Promise<PostgresConnection> {
  const socket = new Socket()
  const client = new Client({
    connectionString: url,
    types: postgresTypes,
    connectionTimeoutMillis: patienceMs,
    keepAlive: true,
    application_name: 'regista',
    stream: () => socket,
  })
  let usable = false
  const drop = (): void => {
    usable = false
    socket.destroy()
  }
  // Without a listener, losing a connection that nobody is using would end the process.
  client.on('error', drop)
  client.on('end', drop)

  async function answer({ sql, values, ifLost, waitMs = answerMs(patienceMs) }: Question): Promise<QueryArrayResult> {
    if (!usable) throw lostFault(new Error('the connection to the database is gone'), 'not_done')
    const timer = setTimeout(drop, waitMs)
    try {
      const prepared = values === undefined ? {} : { name: statementName(sql), values: [...values] }
      return await client.query({ text: sql, rowMode: 'array', ...prepared })
    } catch (error) {
      if (error instanceof DatabaseError) throw error
      drop()
      throw lostFault(error, ifLost)
    } finally {
      clearTimeout(timer)
    }
  }

  async function ask(question: Question): Promise<QueryArrayResult> {
    try {
      return await answer(question)
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      if (isPlainRefusal(error) || (await isAlive())) throw refusal(error)
      throw lostFault(error, question.ifLost)
    }
  }

  /** A server that is dying says why before it closes the connection; a transaction that failed still answers, with a refusal. */
  async function isAlive(): Promise<boolean> {
    try {
      await answer({ sql: 'select 1', ifLost: 'not_done' })
      return true
    } catch (error) {
      return error instanceof DatabaseError && error.code === IN_FAILED_TRANSACTION
    }
  }

  try {
    await client.connect()
    usable = true
    await ask({ sql: sessionSettings(patienceMs), ifLost: 'not_done' })
  } catch (error) {
    drop()
    throw error instanceof DatabaseFault ? error : connectionFault(error)
  }
  const close = (): void => {
    usable = false
    void client.end()
    setTimeout(drop, CLOSE_MS).unref()
  }
  return { usable: () => usable, ask, close }
}

const IN_FAILED_TRANSACTION = '25P02'

/** How long a connection may take to say goodbye. */
const CLOSE_MS = 500

function connectionFault(error: unknown): DatabaseFault {
  return error instanceof DatabaseError ? refusal(error) : lostFault(error, 'not_done')
}

function answerMs(patienceMs: number): number {
  return patienceMs * 1.5
}

/**
 * READ COMMITTED whatever the server's default is. A server that is set not to wait for its disk has to wait for us. A transaction whose program
 * stopped in the middle of it must not keep its locks.
 */
function sessionSettings(patienceMs: number): string {
  return `
    set default_transaction_isolation = 'read committed';
    set statement_timeout = ${patienceMs};
    set idle_in_transaction_session_timeout = ${2 * patienceMs};
    select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off';
  `
}

const names = new Map<string, string>()

/** Statements are constants, so each gets a short name, under which the server keeps it prepared. */
function statementName(sql: string): string {
  let name = names.get(sql)
  if (name === undefined) names.set(sql, (name = `s${names.size}`))
  return name
}
