import type { DatabaseError } from 'pg'
import { DatabaseFault, type FaultReason } from './database.ts'

/** What is known of a statement whose answer never came. */
export type IfLost = DatabaseFault['outcome']

export function lostFault(error: unknown, outcome: IfLost): DatabaseFault {
  return new DatabaseFault(messageOf(error), { outcome, reason: 'lost', cause: error })
}

/** The server said no, and is still there: nothing happened. */
export function refusal(error: DatabaseError): DatabaseFault {
  return new DatabaseFault(error.message, { outcome: 'not_done', reason: reasonOf(error.code ?? ''), cause: error })
}

/**
 * Errors after which the server goes on, whatever else is wrong with it. Of others (it is being shut down, its disk fails) it may have died while
 * it was committing; that it said so is no answer.
 */
export function isPlainRefusal(error: DatabaseError): boolean {
  return /^(22|23|40001|40P01|42|55P03|57014)/.test(error.code ?? '')
}

/** By the classes of SQLSTATE, PostgreSQL's documentation, appendix A. */
function reasonOf(code: string): FaultReason {
  if (code.startsWith('23')) return 'constraint'
  if (code === '53100') return 'full'
  // Too slow counts as busy: what takes longer than the statement timeout is a wait for a lock.
  if (/^(40|53|55P03|57014)/.test(code)) return 'busy'
  if (/^(08|57P|25P03)/.test(code)) return 'lost'
  if (code.startsWith('58')) return 'io'
  return 'refused'
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
