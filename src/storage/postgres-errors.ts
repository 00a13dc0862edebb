import type { DatabaseError as ServerError } from 'pg'
import { DatabaseError, type DatabaseErrorReason } from './database.ts'

/** The outcome of a statement whose result did not arrive, as far as it is known. */
export type OutcomeIfLost = DatabaseError['outcome']

export function lostError(error: unknown, outcome: OutcomeIfLost): DatabaseError {
  return new DatabaseError(messageOf(error), { outcome, reason: 'lost', cause: error })
}

export function readOnlyServerError(): DatabaseError {
  return lostError(new Error('the database server accepts no writes: it is a standby or set to read-only'), 'not_done')
}

export function sharedSessionError(): DatabaseError {
  const why = 'a connection pooler gives the session of one client to another; let it pool sessions, not transactions'
  return lostError(new Error(why), 'not_done')
}

/** `not_done`: the server rejected the statement and goes on. */
export function reportedError(error: ServerError, outcome: OutcomeIfLost): DatabaseError {
  return new DatabaseError(error.message, { outcome, reason: reasonOf(error.code ?? ''), cause: error })
}

/** What an error says about its connection. */
export type ConnectionState =
  /** The connection stays usable. */
  | 'well'
  /** The statement had no effect, and would succeed on another connection. */
  | 'useless'
  /** The server may have stopped during a commit. A later reply proves nothing: a proxy may have reconnected. */
  | 'dying'
  /** Only another query can tell. */
  | 'unclear'

export function connectionStateAfter({ code = '' }: ServerError): ConnectionState {
  return CONNECTION_STATES.find(([codes]) => codes.test(code))?.[1] ?? 'unclear'
}

/** A standby, or a server that was set to read-only. A new connection may reach another server. */
export const READ_ONLY_TRANSACTION = '25006'

/** Also the error of a prepared statement whose result columns were changed. */
export const FEATURE_NOT_SUPPORTED = '0A000'

export const IN_FAILED_TRANSACTION = '25P02'

/** Names of statements belong to a session, so another client has used this one. */
export const DUPLICATE_STATEMENT = '42P05'

/**
 * The user may not log in, or lacks a privilege. The SQLSTATE tells, and not the class: this file is loaded for SQLite
 * too, where no code has this form, and the driver is not.
 */
export function isDenied(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(28[0-9A-Z]{3}|42501)$/.test(String(error.code))
}

/** The server answers, and knows no such login or database. */
export function isWrongAddress(error: unknown): error is DatabaseError {
  if (!(error instanceof DatabaseError) || !(error.cause instanceof Error)) return false
  return isDenied(error.cause) || ('code' in error.cause && error.cause.code === '3D000')
}

/** By SQLSTATE (PostgreSQL's documentation, appendix A). 26: the prepared statement does not exist. */
const CONNECTION_STATES: readonly (readonly [RegExp, ConnectionState])[] = [
  [/^(22|23|40001|40P01|42|55P03|57014)/, 'well'],
  [/^(25006|26)/, 'useless'],
  [/^(08|25P03|25P04|57P|58|XX)/, 'dying'],
]

function reasonOf(code: string): DatabaseErrorReason {
  if (code.startsWith('23')) return 'constraint'
  if (code === '53100') return 'full'
  // A statement that exceeds its timeout is waiting for a lock.
  if (/^(40|53|55P03|57014)/.test(code)) return 'busy'
  if (/^(08|25P03|25P04|57P)/.test(code)) return 'lost'
  if (code.startsWith('58')) return 'io'
  if (DAMAGED.has(code)) return 'damaged'
  return 'refused'
}

/** A damaged page or index. */
const DAMAGED: ReadonlySet<string> = new Set(['XX001', 'XX002'])

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
