import { DatabaseError as ServerError } from 'pg'
import { DatabaseError, type DatabaseErrorReason } from './database.ts'

/** What is known of a statement whose answer never came. */
export type OutcomeIfLost = DatabaseError['outcome']

export function lostError(error: unknown, outcome: OutcomeIfLost): DatabaseError {
  return new DatabaseError(messageOf(error), { outcome, reason: 'lost', cause: error })
}

export function readOnlyServerError(): DatabaseError {
  return lostError(new Error('the database server takes no writes: it is a standby, or set to read only'), 'not_done')
}

/** The server said no, and is still there: nothing happened. */
export function rejectionError(error: ServerError): DatabaseError {
  return reportedError(error, 'not_done')
}

export function reportedError(error: ServerError, outcome: OutcomeIfLost): DatabaseError {
  return new DatabaseError(error.message, { outcome, reason: reasonOf(error.code ?? ''), cause: error })
}

/**
 * What an error says of the connection that it came by. `well`: it goes on. `useless`: it goes on, but another one would not have said this, and nothing
 * was done. `dying`: the server may have died while it was committing; that it said so is no answer. That something answers afterwards is none either: a
 * proxy may have opened another connection. `unclear`: it has to be asked.
 */
export type ConnectionState = 'well' | 'useless' | 'dying' | 'unclear'

export function connectionStateAfter({ code = '' }: ServerError): ConnectionState {
  return CONNECTION_STATES.find(([codes]) => codes.test(code))?.[1] ?? 'unclear'
}

/** A server that only reads: a standby, or one that was set so. What the name of it leads to by then need not be the same server. */
export const READ_ONLY_TRANSACTION = '25006'

/** Also said of a statement that was prepared before somebody changed the columns it answers with. */
export const FEATURE_NOT_SUPPORTED = '0A000'

export const IN_FAILED_TRANSACTION = '25P02'

/** Who asks may not: is not let in, or has lost the right. */
export function isDenied(error: unknown): boolean {
  return error instanceof ServerError && /^(28|42501)/.test(error.code ?? '')
}

/** By the classes of SQLSTATE, PostgreSQL's documentation, appendix A. 26: what was prepared is gone. */
const CONNECTION_STATES: readonly (readonly [RegExp, ConnectionState])[] = [
  [/^(22|23|40001|40P01|42|55P03|57014)/, 'well'],
  [/^(25006|26)/, 'useless'],
  [/^(08|25P03|25P04|57P|58|XX)/, 'dying'],
]

function reasonOf(code: string): DatabaseErrorReason {
  if (code.startsWith('23')) return 'constraint'
  if (code === '53100') return 'full'
  // Too slow counts as busy: what takes longer than the statement timeout is a wait for a lock.
  if (/^(40|53|55P03|57014)/.test(code)) return 'busy'
  if (/^(08|25P03|25P04|57P)/.test(code)) return 'lost'
  if (code.startsWith('58')) return 'io'
  if (DAMAGED.has(code)) return 'damaged'
  return 'refused'
}

/** A page, or an index, that is not what was written. */
const DAMAGED: ReadonlySet<string> = new Set(['XX001', 'XX002'])

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
